namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>Checks the number of operations of a call.</summary>
internal static class OperationLimit
{
    /// <exception cref="UaException">BadNothingToDo, BadTooManyOperations.</exception>
    public static void Check(int count, int limit)
    {
        if (count <= 0)
            throw new UaException(StatusCodes.BadNothingToDo, "The request has no operations.");
        if (count > limit)
            throw new UaException(StatusCodes.BadTooManyOperations, $"The request has {count} operations; {limit} are allowed.");
    }
}
