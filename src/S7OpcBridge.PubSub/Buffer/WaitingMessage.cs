using System.Buffers;

namespace S7OpcBridge.PubSub.Buffer;

/// <summary>A message that waits, with its payload in rented memory.</summary>
/// <param name="Sequence">Its place among all messages of this buffer, from 1.</param>
/// <param name="Time">When it was made, in ticks of UTC.</param>
/// <param name="Message">The message; its payload is the first bytes of <paramref name="Rented"/>.</param>
/// <param name="Rented">Its memory, given back by <see cref="Free"/>.</param>
/// <param name="IsInJournal">Whether a restart finds it.</param>
internal readonly record struct WaitingMessage(long Sequence, long Time, OutgoingMessage Message, byte[] Rented, bool IsInJournal)
{
    /// <summary>Bytes in memory.</summary>
    public int Bytes => Rented.Length;

    /// <summary>Copies a message.</summary>
    public static WaitingMessage Copy(long sequence, long time, in OutgoingMessage message)
    {
        var rented = ArrayPool<byte>.Shared.Rent(message.Payload.Length);
        message.Payload.CopyTo(rented);
        return new(sequence, time, message with { Payload = rented.AsMemory(0, message.Payload.Length) }, rented, IsInJournal: false);
    }

    /// <summary>Gives the memory back; the message is not looked at any more.</summary>
    public void Free() => ArrayPool<byte>.Shared.Return(Rented);
}
