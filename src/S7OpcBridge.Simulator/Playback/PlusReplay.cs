using System.Buffers.Binary;
using System.Security.Cryptography;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Plus.Serving;
using S7OpcBridge.Simulator.Plus.Symbols;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>Answers the requests of one connection of S7CommPlus from a recording. The caller gets the ids of the recorded session and subscriptions.</summary>
internal sealed class PlusReplay(PlusRecording recording, int connection, MissingRequests missing)
{
    private const int SequenceAt = 7;
    private const int ChallengeLength = 20;

    private static readonly Pushes NoPushes = new(default);

    private readonly PlusKeys _keys = new();
    private readonly RecordedAnswers<PlusRecorded>.InTurn _answers = recording.Answers.Play(connection);
    private readonly RecordedAnswers<PlusRecordedItem>.InTurn _items = recording.Items.Play(connection);

    /// <summary>True once the caller has ended its session.</summary>
    public bool IsOver { get; private set; }

    /// <summary>The answer to a request; null: the caller wants none.</summary>
    /// <exception cref="S7PlusProtocolException">The request is broken.</exception>
    public PlusRecorded? Answer(ReadOnlySpan<byte> message, byte version)
    {
        var from = new PlusReader(message);
        var head = PlusRequestHead.Read(ref from);
        var asked = _keys.Read(head, ref from);
        IsOver |= asked.Key == PlusKeys.End;
        var answer =
            _answers.Next(asked.Key, out var isFirst) is { } recorded ? Adapt(recorded, head, asked, isFirst)
            : asked.WithoutValues is { } what && _answers.Next(what, out _) is { } alike ? Adapt(alike, head, asked, isFirst: false)
            : new PlusRecorded(Make(head, asked), version, 0, NoPushes);
        Learn(asked, answer.Message);
        return head.Flags == TransportFlags.NoAnswer ? null : answer;
    }

    private void Learn(PlusAsked asked, ReadOnlySpan<byte> answer)
    {
        if (asked.Key != PlusKeys.Session && !asked.Creates)
            return;
        var from = new PlusReader(answer);
        AnswerHead.Read(ref from);
        var (result, ids, _) = ObjectLife.ReadCreateAnswer(ref from);
        if (asked.Key == PlusKeys.Session)
            _keys.Began(ids);
        else if (!result.IsError && ids.Length > 0)
            _keys.Subscribed(ids[0]);
    }

    // The recorded answer with sequence and integrity id of this request.
    private static PlusRecorded Adapt(PlusRecorded recorded, in PlusRequestHead head, PlusAsked asked, bool isFirst)
    {
        var now = head.Sequence + asked.Integrity;
        var message = recorded.Message;
        var (start, end) =
            asked.Key is PlusKeys.Session or PlusKeys.Setup or PlusKeys.End ? (0, 0)
            : head.Function == PlusFunction.Explore ? AfterObject(message)
            : BeforeEnd(message, recorded.Integrity);
        byte[] copy;
        if (start == end)
        {
            copy = message.AsSpan().ToArray();
        }
        else
        {
            var to = new PlusWriter(message.Length + Vlq.Longest32);
            to.Bytes(message.AsSpan(0, start));
            to.Vlq(now);
            to.Bytes(message.AsSpan(end));
            copy = to.ToArray();
        }

        BinaryPrimitives.WriteUInt16BigEndian(copy.AsSpan(SequenceAt), head.Sequence);
        return recorded with { Message = copy, Pushes = isFirst ? recorded.Pushes : NoPushes };
    }

    private static (int Start, int End) AfterObject(ReadOnlySpan<byte> message)
    {
        var from = new PlusReader(message);
        AnswerHead.Read(ref from);
        if (new S7PlusReturnValue(from.Vlq64()).IsError)
            return default;
        from.UInt32();
        var start = from.Position;
        from.Vlq32();
        return (start, from.Position);
    }

    // Before the four zeros at the end, where it is what CPUs make of the request.
    private static (int Start, int End) BeforeEnd(ReadOnlySpan<byte> message, uint integrity)
    {
        const int zeros = 4;
        var length = Vlq.Length(integrity);
        var start = message.Length - zeros - length;
        Span<byte> expected = stackalloc byte[Vlq.Longest32];
        Vlq.Write(expected, integrity);
        return start > 0 && message.Slice(start, length).SequenceEqual(expected[..length]) ? (start, start + length) : default;
    }

    private byte[] Make(in PlusRequestHead head, PlusAsked asked)
    {
        var to = new PlusWriter(256);
        new AnswerHead(head.Function, head.Sequence, head.Flags).Write(to);
        var answer = new PlusAnswer(head, to, null);
        switch (asked.Key)
        {
            case PlusKeys.Setup:
                to.Vlq64(PlusCodes.Ok);
                to.Byte(0);
                to.Vlq(0);
                to.UInt32(0);
                break;
            // Passwords and challenges are in no log: every password is right.
            case PlusKeys.Password:
                answer.Result(PlusCodes.Granted, asked.Integrity);
                break;
            case PlusKeys.Challenge:
                to.Vlq64(PlusCodes.Ok);
                to.Byte(0);
                PlusValue.USIntArray(RandomNumberGenerator.GetBytes(ChallengeLength)).Write(to);
                to.Vlq(answer.Integrity(asked.Integrity));
                to.UInt32(0);
                break;
            case PlusKeys.Credit:
                answer.Result(PlusCodes.Ok, asked.Integrity);
                break;
            case PlusKeys.End:
                to.Vlq64(PlusCodes.Ok);
                to.UInt32(head.Session);
                to.UInt32(0);
                break;
            default:
                Refuse(head, asked, answer);
                break;
        }

        return to.ToArray();
    }

    // Items that were read in other requests keep their values. A CPU without room refuses a subscription in this way, and has no other objects.
    private void Refuse(in PlusRequestHead head, PlusAsked asked, PlusAnswer answer)
    {
        var isRead = head.Function == PlusFunction.GetMultiVariables;
        if (asked.Items.Length == 0 || !(isRead || head.Function == PlusFunction.SetMultiVariables))
        {
            missing.Add(asked.Key.Length > 200 ? asked.Key[..200] + "…" : asked.Key);
            answer.Refuse(
                head.Function switch
                {
                    PlusFunction.CreateObject => PlusCodes.SystemLimit,
                    PlusFunction.Explore or PlusFunction.GetVarSubStreamed or PlusFunction.DeleteObject => PlusCodes.NoObject,
                    _ => PlusCodes.NotUnderstood,
                }
            );
            return;
        }

        var items = Array.ConvertAll(asked.Items, item => isRead ? _items.Next(PlusKeys.NameOf(item), out _) : null);
        for (var i = 0; i < items.Length; i++)
        {
            if (items[i] is null)
                missing.Add($"{(isRead ? "reading" : "writing")} the item {PlusKeys.NameOf(asked.Items[i])}");
        }

        answer.To.Vlq64(Array.TrueForAll(items, item => item?.Value is not null) ? PlusCodes.Ok : PlusCodes.Partial);
        for (var i = 0; i < items.Length; i++)
        {
            if (items[i]?.Value is not { } value)
                continue;
            answer.To.Vlq((uint)(i + 1));
            value.Write(answer.To);
        }

        if (isRead)
            answer.To.Byte(0);
        for (var i = 0; i < items.Length; i++)
        {
            if (items[i]?.Value is not null)
                continue;
            answer.To.Vlq((uint)(i + 1));
            answer.To.Vlq64(items[i]?.Error ?? PlusCodes.NoObject);
        }

        answer.To.Byte(0);
        answer.To.Vlq(answer.Integrity(asked.Integrity));
        answer.To.UInt32(0);
    }
}
