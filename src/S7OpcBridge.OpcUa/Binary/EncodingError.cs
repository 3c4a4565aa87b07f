using System.Diagnostics.CodeAnalysis;

namespace S7OpcBridge.OpcUa.Binary;

/// <summary>
/// Throws the errors of reading and writing. The calls are here so that the methods of the reader and the writer stay small enough to be inlined.
/// </summary>
internal static class EncodingError
{
    [DoesNotReturn]
    public static void Truncated(int wanted, int remaining) => Malformed($"{wanted} bytes expected, {remaining} left");

    [DoesNotReturn]
    public static void Malformed(string what) => throw new UaException(StatusCodes.BadDecodingError, $"Malformed message: {what}.");

    [DoesNotReturn]
    public static void LimitExceeded(string what, long actual, long limit) =>
        throw new UaException(StatusCodes.BadEncodingLimitsExceeded, $"The message has {what} of {actual}; the limit is {limit}.");

    [DoesNotReturn]
    public static void TooLarge(int limit) =>
        throw new UaException(StatusCodes.BadResponseTooLarge, $"The message exceeds the {limit} bytes that the receiver accepts.");

    [DoesNotReturn]
    public static void Unencodable(string what) => throw new UaException(StatusCodes.BadEncodingError, $"Cannot be encoded: {what}.");
}
