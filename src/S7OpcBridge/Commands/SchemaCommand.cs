using System.CommandLine;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands;

/// <summary><c>schema</c>: prints the JSON schema of the map for editors.</summary>
internal static class SchemaCommand
{
    public static Command Build()
    {
        var command = new Command("schema", "Prints the JSON schema of the map, which editors use for completion (config/schema.json).");
        command.SetAction(parsed =>
        {
            parsed.InvocationConfiguration.Output.Write(MapSchema.ToJson());
            return ExitCode.Ok;
        });
        return command;
    }
}
