using System.Buffers;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// An unfinished ReadRaw: the bound at the beginning, the values of the range, the bound at the end. The order in which values come does not depend on how
/// many fit into an answer.
/// </summary>
internal sealed class RawCursor(HistorySource source, HistoryLimits limits, HistoryTarget target, RawRequest request)
    : HistoryCursor(target)
{
    private const int PageSize = 1024;

    private Stage _stage = request.WithBounds ? Stage.FirstBound : Stage.Values;
    private ReadOnlyMemory<byte> _position;
    private uint _returned;
    private long _lastTime = request.From;

    private enum Stage
    {
        FirstBound,
        Values,
        LastBound,
        End,
    }

    private bool IsFull => request.Total > 0 && _returned >= request.Total;

    /// <inheritdoc/>
    public override async ValueTask<HistoryResultPart> NextAsync(
        HistoryNode node,
        HistoryBudget budget,
        CancellationToken cancellationToken
    )
    {
        var variable = node.Variable;
        var values = new List<DataValue>();
        var most = request.PerAnswer is > 0 and var asked ? (int)Math.Min(asked, (uint)limits.MaxValuesPerNode) : limits.MaxValuesPerNode;
        var isOut = false;
        while (!isOut && _stage != Stage.End && !IsFull && values.Count < most && !budget.IsLate)
        {
            isOut = _stage switch
            {
                Stage.FirstBound => !Give(
                    await FirstBoundAsync(variable, budget, cancellationToken).ConfigureAwait(false),
                    Stage.Values,
                    values,
                    budget
                ),
                Stage.Values => !await ValuesAsync(variable, values, most, budget, cancellationToken).ConfigureAwait(false),
                _ => !Give(await LastBoundAsync(variable, budget, cancellationToken).ConfigureAwait(false), Stage.End, values, budget),
            };
        }

        return new HistoryResultPart(new HistoryData { DataValues = [.. values] }, values.Count == 0, _stage == Stage.End || IsFull);
    }

    private bool Give(DataValue? bound, Stage next, List<DataValue> values, HistoryBudget budget)
    {
        if (bound is { } value && !Add(value, values, budget))
            return false;
        _stage = next;
        return true;
    }

    private bool Add(in DataValue stored, List<DataValue> values, HistoryBudget budget)
    {
        var value = ReturnedValue.From(stored, Target, source.HasServerTimes);
        if (!budget.TryTake(EncodedSize.Measure(value)))
            return false;
        values.Add(value);
        _returned++;
        _lastTime = stored.SourceTime;
        return true;
    }

    /// <summary>Gives values of the range until a limit is reached; false: no more fit into the answer.</summary>
    private async ValueTask<bool> ValuesAsync(
        int variable,
        List<DataValue> values,
        int most,
        HistoryBudget budget,
        CancellationToken cancellationToken
    )
    {
        var wanted = (int)
            Math.Min((uint)Math.Min(most - values.Count, PageSize), request.Total > 0 ? request.Total - _returned : uint.MaxValue);
        var page = ArrayPool<DataValue>.Shared.Rent(wanted);
        try
        {
            var read = await budget
                .ReadAsync(source, request.Range(variable, _position), page.AsMemory(0, wanted), cancellationToken)
                .ConfigureAwait(false);
            var fitting = 0;
            while (fitting < read.Count && Add(page[fitting], values, budget))
                fitting++;
            if (fitting < read.Count)
            {
                // Only the source knows the position in the middle of a page: it reads the part that fits once more.
                _position = await SkipAsync(variable, page.AsMemory(0, fitting), budget, cancellationToken).ConfigureAwait(false);
                return false;
            }

            _position = read.Next;
            if (read.Next.IsEmpty)
                _stage = request.WithBounds ? Stage.LastBound : Stage.End;
            return true;
        }
        finally
        {
            ArrayPool<DataValue>.Shared.Return(page, clearArray: true);
        }
    }

    private async ValueTask<ReadOnlyMemory<byte>> SkipAsync(
        int variable,
        Memory<DataValue> page,
        HistoryBudget budget,
        CancellationToken cancellationToken
    )
    {
        var position = _position;
        while (page.Length > 0)
        {
            var read = await budget.ReadAsync(source, request.Range(variable, position), page, cancellationToken).ConfigureAwait(false);
            if (read.Next.IsEmpty)
                throw new UaException(StatusCodes.BadUnexpectedError, "Stored values disappeared while they were read.");
            (page, position) = (page[read.Count..], read.Next);
        }

        return position;
    }

    private async ValueTask<DataValue?> FirstBoundAsync(int variable, HistoryBudget budget, CancellationToken cancellationToken)
    {
        if (
            await OneAsync(request.Range(variable, default), budget, cancellationToken).ConfigureAwait(false) is { } first
            && first.SourceTime == request.From
        )
            return null; // it is a value of the range
        return await OneAsync(request.Before(variable), budget, cancellationToken).ConfigureAwait(false) ?? NotFound(request.From);
    }

    private async ValueTask<DataValue?> LastBoundAsync(int variable, HistoryBudget budget, CancellationToken cancellationToken)
    {
        if (request.IsOpen)
            return NotFound(_lastTime + (request.IsBackward ? -TimeSpan.TicksPerSecond : TimeSpan.TicksPerSecond)); // OPC 10000-11, Table 1
        return await OneAsync(request.Beyond(variable), budget, cancellationToken).ConfigureAwait(false) ?? NotFound(request.End);
    }

    private async ValueTask<DataValue?> OneAsync(RawHistoryRange range, HistoryBudget budget, CancellationToken cancellationToken)
    {
        var one = new DataValue[1];
        for (var position = ReadOnlyMemory<byte>.Empty; ; )
        {
            var read = await budget.ReadAsync(source, range with { Position = position }, one, cancellationToken).ConfigureAwait(false);
            if (read.Count > 0)
                return one[0];
            if (read.Next.IsEmpty)
                return null;
            position = read.Next;
        }
    }

    private static DataValue NotFound(long time) => new(default, StatusCodes.BadBoundNotFound, time, time);
}
