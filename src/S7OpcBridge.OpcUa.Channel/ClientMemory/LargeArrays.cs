using System.Buffers;

namespace S7OpcBridge.OpcUa.Channel.ClientMemory;

/// <summary>
/// Byte arrays for data from and to clients. Usual sizes come from the shared pool; larger ones do not, because the pool keeps dozens of each size, and
/// the memory of one attack would never be released.
/// </summary>
internal static class LargeArrays
{
    private const int Pooled = 256 * 1024;

    /// <summary>An array of at least so many bytes; the content is undefined.</summary>
    public static byte[] Rent(int bytes) =>
        bytes <= Pooled ? ArrayPool<byte>.Shared.Rent(bytes) : GC.AllocateUninitializedArray<byte>(bytes);

    public static void Return(byte[] array)
    {
        if (array.Length <= Pooled)
            ArrayPool<byte>.Shared.Return(array);
    }
}
