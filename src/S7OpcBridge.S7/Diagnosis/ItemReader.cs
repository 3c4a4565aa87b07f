using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Diagnosis;

/// <summary>
/// Reads ranges for a diagnosis: each as an item of its own, as many per job as fit, one job in flight. A job refused as a whole is split until a single item
/// is refused. Of a range longer than a PDU only the first and the last bytes are read; if both exist, so do the bytes between them.
/// </summary>
internal sealed class ItemReader(SharedConnection link, int maxItems)
{
    private readonly int _largest = link.PduSize - ReadVar.AnswerHead - DataItem.HeaderLength;

    public async Task<S7ItemAnswer[]> ReadAsync(IReadOnlyList<S7Range> ranges, CancellationToken cancellationToken)
    {
        var answers = new S7ItemAnswer[ranges.Count];
        var items = new List<S7Range>();
        var owners = new List<int>();
        for (var i = 0; i < ranges.Count; i++)
        {
            foreach (var piece in Ends(ranges[i]))
            {
                if (items.Count > 0 && !Fits(items, piece))
                    await FlushAsync().ConfigureAwait(false);
                items.Add(piece);
                owners.Add(i);
            }
        }
        if (items.Count > 0)
            await FlushAsync().ConfigureAwait(false);
        return answers;

        async Task FlushAsync()
        {
            var job = items.ToArray();
            var read = await SendAsync(job, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < job.Length; i++)
            {
                ref var answer = ref answers[owners[i]];
                // The end of a long range is evaluated only where its beginning was read.
                if (answer.Code == 0 || answer.IsRead && !read[i].IsRead)
                    answer = read[i] with { Range = ranges[owners[i]] };
            }
            items.Clear();
            owners.Clear();
        }
    }

    private async Task<S7ItemAnswer[]> SendAsync(S7Range[] items, CancellationToken cancellationToken)
    {
        var job = new S7ReadJob(items);
        ushort refusal;
        try
        {
            await link.ReadAsync(job, cancellationToken).ConfigureAwait(false);
            var answered = Enumerable
                .Range(0, job.AnsweredItems)
                .Select(i => new S7ItemAnswer(items[i], (ushort)job.StatusOf(i), job.DataOf(i).ToArray()));
            // Some servers cut a long list of items; an answer without any item must not be repeated forever.
            return job.AnsweredItems == items.Length || job.AnsweredItems == 0
                ?
                [
                    .. answered,
                    .. items.Skip(job.AnsweredItems).Select(item => new S7ItemAnswer(item, (ushort)S7ItemStatus.HardwareFault, default)),
                ]
                : [.. answered, .. await SendAsync(items[job.AnsweredItems..], cancellationToken).ConfigureAwait(false)];
        }
        catch (S7RefusedException e)
        {
            refusal = e.Code;
        }
        if (items.Length == 1)
            return [new S7ItemAnswer(items[0], refusal, default)];
        var half = items.Length / 2;
        return
        [
            .. await SendAsync(items[..half], cancellationToken).ConfigureAwait(false),
            .. await SendAsync(items[half..], cancellationToken).ConfigureAwait(false),
        ];
    }

    private IEnumerable<S7Range> Ends(S7Range range)
    {
        if (range.ByteLength <= _largest)
            return [range];
        var part = _largest / (range.ByteLength / range.Length);
        return [range with { Length = part }, range with { Start = range.End - part, Length = part }];
    }

    private bool Fits(List<S7Range> items, S7Range next)
    {
        if (items.Count >= maxItems || ReadVar.RequestLength(items.Count + 1) > link.PduSize)
            return false;
        Span<S7Range> all = [.. items, next];
        return ReadVar.AnswerLength(all) <= link.PduSize;
    }
}
