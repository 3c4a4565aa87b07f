using System.Buffers;

namespace S7OpcBridge.OpcUa.Channel.ClientMemory;

/// <summary>
/// Byte arrays for what clients send and are sent. Usual sizes come from the shared pool; larger ones do not, because the pool keeps dozens of each size for good and one
/// attack would be in memory for ever.
/// </summary>
internal static class LargeArrays
{
    private const int Pooled = 256 * 1024;

    /// <summary>An array of at least so many bytes, with anything in it.</summary>
    public static byte[] Rent(int bytes) => bytes <= Pooled ? ArrayPool<byte>.Shared.Rent(bytes) : GC.AllocateUninitializedArray<byte>(bytes);

    /// <summary>Gives it back.</summary>
    public static void Return(byte[] array)
    {
        if (array.Length <= Pooled)
            ArrayPool<byte>.Shared.Return(array);
    }
}
