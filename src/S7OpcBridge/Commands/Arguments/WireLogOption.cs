using System.CommandLine;

namespace S7OpcBridge.Commands.Arguments;

/// <summary><c>--wire-log FILE</c>: logs the messages to and from PLCs with <c>protocol: s7plus</c>.</summary>
internal static class WireLogOption
{
    public static Option<string?> Build() =>
        new("--wire-log")
        {
            Description =
                "Appends all messages to and from PLCs with 'protocol: s7plus' to this file, decrypted, without keys and passwords. Send it to us "
                + "where something does not work.",
            HelpName = "FILE",
        };
}
