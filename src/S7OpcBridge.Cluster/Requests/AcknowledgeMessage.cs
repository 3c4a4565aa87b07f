using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Requests;

/// <summary>The answer to an acknowledgement that another node has passed on.</summary>
internal static class AcknowledgeMessage
{
    public static byte[] Write(CpuAckAnswer answer)
    {
        var to = new WireWriter();
        to.Byte((byte)answer.Result);
        to.Text(answer.Sentence);
        return to.ToArray();
    }

    /// <exception cref="InvalidDataException">It is none.</exception>
    public static CpuAckAnswer Read(ReadOnlySpan<byte> body)
    {
        var from = new WireReader(body);
        var result = (CpuAckResult)from.Byte();
        return Enum.IsDefined(result)
            ? new CpuAckAnswer(result, from.Text())
            : throw new InvalidDataException($"An acknowledgement ended in an unknown way, {(byte)result}.");
    }
}
