using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>An answer of S7CommPlus.</summary>
/// <param name="Message">The message, without frames.</param>
/// <param name="Version">The version of its frames.</param>
/// <param name="Integrity">Its integrity id by the rule of CPUs: sequence and integrity id of the request.</param>
/// <param name="Pushes">The notifications of the subscription that it created.</param>
internal sealed record PlusRecorded(byte[] Message, byte Version, uint Integrity, Pushes Pushes);

/// <summary>The answer to one item of a read: a value or an error.</summary>
internal sealed record PlusRecordedItem(PlusValue? Value, ulong Error);

/// <summary>S7CommPlus of a wire log: answers by request, and single items by their address.</summary>
internal sealed class PlusRecording
{
    private const int LongestMessage = 16 << 20;

    private readonly Dictionary<ushort, PlusAsked> _asked = [];
    private readonly Dictionary<uint, Pushes> _pushes = [];
    private PlusKeys _keys = new();
    private FrameAssembler _sent = new(LongestMessage);
    private FrameAssembler _received = new(LongestMessage);
    private int _connection = -1;

    private PlusRecording() { }

    public RecordedAnswers<PlusRecorded> Answers { get; } = new();

    /// <summary>Items of reads.</summary>
    public RecordedAnswers<PlusRecordedItem> Items { get; } = new();

    /// <summary>True where the log has the beginning of a connection, without which nothing can be played.</summary>
    public bool HasSession { get; private set; }

    public static PlusRecording From(IEnumerable<WireLogLine> lines, Action<string> findings)
    {
        var recording = new PlusRecording();
        foreach (var line in lines)
        {
            try
            {
                recording.Take(line);
            }
            catch (S7PlusException e)
            {
                findings($"line {line.Number}: {e.Message.TrimEnd('.')}; it is left out.");
                recording.Drop();
            }
        }

        return recording;
    }

    private void Take(WireLogLine line)
    {
        // The first message of a connection is the only one of version 1.
        if (line.IsSent && line.Bytes is [PlusFrame.Start, PlusFrame.Version1, ..])
        {
            _connection++;
            (_keys, HasSession) = (new PlusKeys(), true);
            _asked.Clear();
            _pushes.Clear();
            Drop();
        }

        // What a log does not begin with cannot be played.
        if (_connection < 0)
            return;
        var assembler = line.IsSent ? _sent : _received;
        for (var rest = line.Bytes.AsMemory(); !rest.IsEmpty; )
        {
            var free = assembler.Free();
            var count = Math.Min(free.Length, rest.Length);
            rest[..count].CopyTo(free);
            rest = rest[count..];
            assembler.Advance(count);
            while (assembler.TryTake(out var version, out var message))
            {
                if (!PlusFrame.HasTrailer(version) || message.IsEmpty)
                    continue;
                if (line.IsSent)
                    Sent(message);
                else if (message[0] == (byte)PlusOpcode.Notification)
                    Notified(message, line.Time);
                else
                    Received(message, version, line.Time);
            }
        }
    }

    private void Drop() => (_sent, _received) = (new FrameAssembler(LongestMessage), new FrameAssembler(LongestMessage));

    private void Sent(ReadOnlySpan<byte> message)
    {
        var from = new PlusReader(message);
        var head = PlusRequestHead.Read(ref from);
        _asked[head.Sequence] = _keys.Read(head, ref from);
    }

    private void Notified(ReadOnlySpan<byte> message, DateTimeOffset time)
    {
        var from = new PlusReader(message[1..]);
        if (_pushes.TryGetValue(from.UInt32(), out var pushes))
            pushes.Add(time, message.ToArray());
    }

    private void Received(ReadOnlySpan<byte> message, byte version, DateTimeOffset time)
    {
        var from = new PlusReader(message);
        var head = AnswerHead.Read(ref from);
        if (!_asked.Remove(head.Sequence, out var asked))
            return;
        var pushes = new Pushes(time);
        Answers.Add(asked.Key, _connection, new PlusRecorded(message.ToArray(), version, head.Sequence + asked.Integrity, pushes));
        if (asked.WithoutValues is { } what)
            Answers.Add(what, _connection, new PlusRecorded(message.ToArray(), version, head.Sequence + asked.Integrity, pushes));
        if (asked.Key == PlusKeys.Session)
            _keys.Began(ObjectLife.ReadCreateAnswer(ref from).Ids);
        else if (asked.Creates && ObjectLife.ReadCreateAnswer(ref from) is { Result.IsError: false, Ids: [var id, ..] })
        {
            _keys.Subscribed(id);
            _pushes[id] = pushes;
        }
        else if (asked.Items.Length > 0 && head.Function == PlusFunction.GetMultiVariables)
        {
            var items = GetMultiVariables.ReadAnswer(ref from, asked.Items.Length);
            for (var i = 0; i < asked.Items.Length && !items.Result.IsError; i++)
                Items.Add(PlusKeys.NameOf(asked.Items[i]), _connection, new PlusRecordedItem(items.Values[i], items.Errors[i].Raw));
        }
    }
}
