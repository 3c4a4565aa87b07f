using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>
/// The notification messages that were sent and not acknowledged, as sent, so that Republish sends identical bytes. Limited in number and bytes; the oldest is
/// dropped for a new one.
/// </summary>
/// <param name="maxMessages">Messages, at most.</param>
/// <param name="maxBytes">Bytes of them, at most.</param>
/// <param name="held">Counts their memory.</param>
internal sealed class RetransmissionQueue(int maxMessages, int maxBytes, HeldMemory held)
{
    private readonly List<Message> _messages = [];
    private long _bytes;

    /// <summary>Number of messages.</summary>
    public int Count => _messages.Count;

    /// <summary>Messages that were dropped before they were acknowledged.</summary>
    public uint Dropped { get; private set; }

    /// <summary>Sequence number of a message, the oldest first.</summary>
    public uint SequenceNumberAt(int index) => _messages[index].SequenceNumber;

    /// <summary>All sequence numbers, the oldest first.</summary>
    public uint[] SequenceNumbers() => [.. _messages.Select(m => m.SequenceNumber)];

    /// <summary>Makes room for one more message; called before the available numbers are written.</summary>
    public void MakeRoom()
    {
        if (_messages.Count >= maxMessages)
            Drop(0);
    }

    /// <summary>Keeps a copy of a part of a written response.</summary>
    public void Add(uint sequenceNumber, MessageBuffer written, int start, int length)
    {
        while (_messages.Count > 0 && _bytes + length > maxBytes)
            Drop(0);
        var bytes = LargeArrays.Rent(length);
        held.Add(bytes.Length);
        var copied = 0;
        for (var segment = start / written.Capacity; copied < length; segment++)
        {
            var body = written.Body(segment);
            body = body[Math.Max(0, start - segment * written.Capacity)..];
            body = body[..Math.Min(body.Length, length - copied)];
            body.CopyTo(bytes.AsSpan(copied));
            copied += body.Length;
        }

        _messages.Add(new Message(sequenceNumber, bytes, length));
        _bytes += length;
    }

    /// <summary>Drops the older half, when the memory for clients is short.</summary>
    public void DropHalf()
    {
        for (var left = _messages.Count / 2; _messages.Count > left; )
            Drop(0);
    }

    public bool TryFind(uint sequenceNumber, out ReadOnlySpan<byte> message)
    {
        var index = IndexOf(sequenceNumber);
        message = index < 0 ? default : _messages[index].Bytes.AsSpan(0, _messages[index].Length);
        return index >= 0;
    }

    /// <summary>Removes an acknowledged message.</summary>
    /// <returns>False: there is no message with that number.</returns>
    public bool Acknowledge(uint sequenceNumber)
    {
        var index = IndexOf(sequenceNumber);
        if (index < 0)
            return false;
        Remove(index);
        return true;
    }

    /// <summary>Removes all messages.</summary>
    public void Clear()
    {
        while (_messages.Count > 0)
            Remove(_messages.Count - 1);
    }

    private int IndexOf(uint sequenceNumber)
    {
        for (var i = 0; i < _messages.Count; i++)
        {
            if (_messages[i].SequenceNumber == sequenceNumber)
                return i;
        }

        return -1;
    }

    private void Drop(int index)
    {
        Remove(index);
        Dropped++;
    }

    private void Remove(int index)
    {
        held.Add(-_messages[index].Bytes.Length);
        LargeArrays.Return(_messages[index].Bytes);
        _bytes -= _messages[index].Length;
        _messages.RemoveAt(index);
    }

    private readonly record struct Message(uint SequenceNumber, byte[] Bytes, int Length);
}
