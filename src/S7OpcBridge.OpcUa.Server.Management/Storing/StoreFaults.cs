namespace S7OpcBridge.OpcUa.Server.Management.Storing;

/// <summary>What the application stores for administrators, and what a client is told when it cannot: a full disk is no bug of the server.</summary>
internal static class StoreFaults
{
    /// <summary>The refusal of a call that ended with an exception; null: the exception is a bug.</summary>
    public static UaException? RefusalOf(Exception error) =>
        error switch
        {
            UaException refused => refused,
            // The codes of the methods (OPC 10000-12, 7.10, and OPC 10000-18, 4.2 and 4.4) name no disk; this is the common one for a missing resource.
            IOException or UnauthorizedAccessException => new UaException(
                StatusCodes.BadResourceUnavailable,
                "the server's files cannot be read or written: "
                    + $"{error.Message.ReplaceLineEndings(" ").TrimEnd('.', ' ')}. Make room on the disk, or let the account of the server read and "
                    + "write there; then call again."
            ),
            _ => null,
        };
}
