using System.CommandLine;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Plants;

/// <summary><c>schema</c>: prints the JSON schema of the map for editors, or writes it into a file.</summary>
internal static class SchemaCommand
{
    public static Command Build()
    {
        var file = new Option<string?>("-o", "--output")
        {
            Description = "The file to write, beside the map. Default: standard output.",
            HelpName = "FILE",
        };
        var command = new Command("schema", "Prints the JSON schema of the map, by which editors complete and check it.") { file };
        command.SetAction(parsed =>
        {
            var console = parsed.InvocationConfiguration;
            if (parsed.GetValue(file) is not { } path)
            {
                console.Output.Write(MapSchema.ToJson());
                return ExitCode.Ok;
            }
            try
            {
                AtomicFile.Write(path, MapSchema.ToJson(), AtomicFile.Open);
                console.Output.WriteLine(
                    $"{path} is written. The first line of a map beside it: # yaml-language-server: $schema=./{Path.GetFileName(path)}"
                );
                return ExitCode.Ok;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                console.Error.WriteLine($"s7opcbridge: the schema was not written: {e.Message}");
                return ExitCode.Failed;
            }
        });
        return command;
    }
}
