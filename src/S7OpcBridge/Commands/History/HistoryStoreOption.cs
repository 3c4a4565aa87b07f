using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.History;
using S7OpcBridge.Recording;

namespace S7OpcBridge.Commands.History;

/// <summary>Which store a command is about: that of a map, or a folder.</summary>
internal sealed class HistoryStoreOption
{
    private readonly Argument<string> _map = MapCommand.OptionalArgument();
    private readonly Option<string?> _store = new("--store") { Description = "The folder of the history, instead of the map's." };

    /// <summary>Makes a command that takes it.</summary>
    public Command Command(string name, string description, params Option[] options)
    {
        var command = new Command(name, description) { _map, _store };
        foreach (var option in options)
            command.Options.Add(option);
        return command;
    }

    /// <summary>The store; null: there is none, and an error was printed.</summary>
    public HistoryOptions? Read(ParseResult parsed)
    {
        var error = parsed.InvocationConfiguration.Error;
        if (parsed.GetValue(_store) is { } folder)
        {
            if (Directory.Exists(folder))
                return new() { Folder = Path.GetFullPath(folder) };
            error.WriteLine($"s7opcbridge: there is no folder {folder}.");
            return null;
        }

        var path = parsed.GetRequiredValue(_map);
        if (MapCommand.Load(path, error, onlyErrors: true) is not { } map)
            return null;
        if (map.Server.History is { } settings)
            return HistoryHost.OptionsOf(map, settings);
        error.WriteLine($"s7opcbridge: {path} records no history: there is no 'history' under 'server'. Name a folder with --store.");
        return null;
    }
}
