using System.CommandLine;

namespace S7OpcBridge.Commands.Arguments;

/// <summary><c>--wire-log FILE</c>: logs the messages to and from PLCs.</summary>
internal static class WireLogOption
{
    public static Option<string?> Build() =>
        new("--wire-log")
        {
            Description =
                "Appends all messages to and from PLCs to this file, decrypted, without keys and passwords. Send it to us where something does not "
                + "work; 'simulate FILE' plays it back.",
            HelpName = "FILE",
        };
}
