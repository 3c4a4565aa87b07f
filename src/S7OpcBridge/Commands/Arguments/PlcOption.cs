using System.CommandLine;
using S7OpcBridge.Map;
using S7OpcBridge.Words;

namespace S7OpcBridge.Commands.Arguments;

/// <summary><c>--plc NAME</c>: one PLC of the map.</summary>
internal static class PlcOption
{
    public static Option<string?> Build(string help) => new("--plc") { Description = help, HelpName = "NAME" };

    /// <summary>Returns false, after an error message, where the map has no such PLC.</summary>
    public static bool Holds(BridgeMap map, string? name, TextWriter error)
    {
        if (name is null || map.Tags.Plcs.Any(plc => plc.Name == name))
            return true;
        error.WriteLine($"s7opcbridge: the map has no PLC '{name}'; {NearestWord.Hint(name, [.. map.Tags.Plcs.Select(plc => plc.Name)])}");
        return false;
    }
}
