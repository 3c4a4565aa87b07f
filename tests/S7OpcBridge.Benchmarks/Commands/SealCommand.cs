using System.CommandLine;
using S7OpcBridge.Commands;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>seal</c>: what copies, secures and sends as a process of its own, for the comparison with the server.</summary>
internal static class SealCommand
{
    public static Command Build()
    {
        var command = new Command("seal", "Copies, secures and sends, and nothing else.") { Hidden = true };
        command.SetAction(parsed => SealSketch.Run(port => parsed.InvocationConfiguration.Output.WriteLine($"listening {port}")));
        return command;
    }
}
