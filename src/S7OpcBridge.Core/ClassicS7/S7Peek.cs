using S7OpcBridge.Core.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Reads tags once beside the cycles: one job in flight, each in its turn. A value longer than a PDU is read in parts.</summary>
internal sealed class S7Peek(S7Connection connection, PlcDefinition plc, Func<CancellationToken, ValueTask<IDisposable?>> turn)
{
    // Head of an answer with its only item.
    private const int AnswerHead = 18;

    /// <summary>Reads them.</summary>
    /// <exception cref="S7Exception">The connection has ended.</exception>
    public async Task<IReadOnlyList<PeekedTag>> ReadAsync(IReadOnlyList<Tag> tags, CancellationToken cancellationToken)
    {
        var parts = new List<S7Range>();
        var begins = new int[tags.Count + 1];
        for (var i = 0; i < tags.Count; i++)
        {
            parts.AddRange(PartsOf(tags[i].Address.RangeOf(tags[i].Type)));
            begins[i + 1] = parts.Count;
        }
        var examination = new S7Examination(connection, S7Profiles.Generic, plc.MaxItems, turn);
        var answers = await examination.ReadAsync(parts, cancellationToken).ConfigureAwait(false);
        var codecs = new CodecCache(plc);
        return [.. tags.Select((tag, i) => Judge(tag, answers.AsSpan(begins[i]..begins[i + 1]), codecs))];
    }

    private IEnumerable<S7Range> PartsOf(S7Range range)
    {
        var most = (connection.PduSize - AnswerHead) / (range.ByteLength / range.Length);
        for (var start = range.Start; start < range.End; start += most)
            yield return range with
            {
                Start = start,
                Length = Math.Min(most, range.End - start),
            };
    }

    private static PeekedTag Judge(Tag tag, ReadOnlySpan<S7ItemAnswer> answers, CodecCache codecs)
    {
        var bytes = new List<byte>();
        foreach (var answer in answers)
        {
            if (!answer.IsRead)
            {
                var refusal = new S7Refusal(answer.Code);
                return PeekedValues.Refused(tag, refusal.Quality, refusal.Words(tag.Address));
            }
            bytes.AddRange(answer.Data.Span);
        }
        return PeekedValues.Decode(tag, codecs, bytes.ToArray());
    }
}
