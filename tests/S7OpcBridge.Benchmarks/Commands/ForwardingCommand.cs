using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>forwarding</c>: what it costs to pass values on to other nodes of a cluster.</summary>
internal static class ForwardingCommand
{
    public static Command Build()
    {
        var command = new Command(
            "forwarding",
            "CPU per million values that a node passes on, both ends together; memory while the other node takes none."
        );
        command.SetAction(_ => Forwarding.TableAsync());
        return command;
    }
}
