using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// Sends write requests by classic S7. One job is in flight at a time, and neighbouring pieces of a request share a job. The connection sends a write before
/// waiting reads; with only one write in flight, reads are never starved. A job that was sent but not answered ends as <see cref="TagWriteResult.Timeout"/> and
/// is never repeated.
/// </summary>
internal sealed class S7Writer(PlcContext context, LoadCeiling ceiling, S7Connection connection)
{
    private readonly List<WritePiece> _loaded = [];
    private S7WriteJob _job = new(connection.PduSize, 1);
    private int _items = 1;

    /// <summary>Sends the pieces of a request in order and sets the result of each write.</summary>
    public async ValueTask WriteAsync(TagWriteRequest request, CancellationToken cancellationToken)
    {
        if (_items != request.ItemCap)
            (_items, _job) = (request.ItemCap, new S7WriteJob(connection.PduSize, request.ItemCap));
        var next = 0;
        try
        {
            while (next < request.Pieces.Count && !request.IsAbandoned && connection.IsAlive)
            {
                next = Load(request, next);
                if (_loaded.Count > 0)
                    await SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            for (; next < request.Pieces.Count; next++)
                request.Set(request.Pieces[next].Write, TagWriteResult.NoCommunication);
        }
    }

    /// <summary>Fills the job, starting at one piece; returns the index of the first piece that did not fit.</summary>
    private int Load(TagWriteRequest request, int next)
    {
        _job.Clear();
        _loaded.Clear();
        while (next < request.Pieces.Count && request.EndOfUnit(request.Pieces, next) is var end && TryLoad(request, next, end))
            next = end;
        if (_loaded.Count > 0)
            return next;
        if (request.TogetherOf(request.Pieces[next].Write) > 0)
            return RefuseTooLarge(request, next);
        // The piece exceeds the PDU on its own. It is sent in parts, cut at element borders, so a reader may see it partly written.
        var piece = request.Pieces[next];
        var largest = S7WriteJob.LargestData(connection.PduSize);
        var part = piece.Element > 0 ? largest / piece.Element * piece.Element : largest;
        request.Pieces.RemoveAt(next);
        for (var from = piece.Data.Length - piece.Data.Length % part; from >= 0; from -= part)
        {
            if (from < piece.Data.Length)
                request.Pieces.Insert(next, piece.Part(from, Math.Min(part, piece.Data.Length - from)));
        }
        return Load(request, next);
    }

    /// <summary>Loads all pieces or none.</summary>
    private bool TryLoad(TagWriteRequest request, int first, int end)
    {
        var before = _loaded.Count;
        for (var i = first; i < end; i++)
        {
            if (TryLoad(request.Pieces[i]))
                continue;
            var kept = _loaded[..before];
            _job.Clear();
            _loaded.Clear();
            foreach (var piece in kept)
                TryLoad(piece);
            return false;
        }
        return true;
    }

    private int RefuseTooLarge(TagWriteRequest request, int next)
    {
        var (write, end) = (request.Pieces[next].Write, request.EndOfUnit(request.Pieces, next));
        request.Set(write, TagWriteResult.TooLarge);
        Report(
            $"Write of {NameOf(request, write)} refused: its {end - next} runs of bytes and bits do not fit into one job (PDU {connection.PduSize}, "
                + $"{_items} items); write its members one by one."
        );
        return end;
    }

    private bool TryLoad(in WritePiece piece)
    {
        var fits =
            piece.Bit >= 0
                ? _job.TryAddBit(piece.Range.Area, piece.Range.Db, piece.Range.Start, piece.Bit, piece.Data.Span[0] != 0)
                : _job.TryAdd(piece.Range, piece.Data.Span);
        if (fits)
            _loaded.Add(piece);
        return fits;
    }

    private async ValueTask SendAsync(TagWriteRequest request, CancellationToken cancellationToken)
    {
        try
        {
            ceiling.Charge();
            await connection.WriteAsync(_job, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < _loaded.Count; i++)
                Note(request, _loaded[i], S7Refusal.From(_job.StatusOf(i)));
        }
        catch (S7RefusedException e) when (request.EndOfUnit(_loaded, 0) == _loaded.Count)
        {
            Note(request, _loaded[0], S7Refusal.From(e));
        }
        catch (S7RefusedException)
        {
            // A job refused as a whole has written nothing. The pieces are sent one by one, so that only the refused one fails.
            await SendOneByOneAsync(request, [.. _loaded], cancellationToken).ConfigureAwait(false);
        }
        catch (S7Exception)
        {
            foreach (var piece in _loaded)
                request.Set(piece.Write, TagWriteResult.Timeout);
            throw;
        }
    }

    private async ValueTask SendOneByOneAsync(TagWriteRequest request, WritePiece[] pieces, CancellationToken cancellationToken)
    {
        for (var next = 0; next < pieces.Length; )
        {
            _job.Clear();
            _loaded.Clear();
            for (var end = request.EndOfUnit(pieces, next); next < end; next++)
                TryLoad(pieces[next]);
            await SendAsync(request, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Note(TagWriteRequest request, in WritePiece piece, S7Refusal answer)
    {
        var result = answer.WriteResult;
        request.Set(piece.Write, result);
        if (result == TagWriteResult.Ok)
            return;
        Report($"Write of {NameOf(request, piece.Write)} refused: {answer.Words(context.Map.Tags[request.TagOf(piece.Write)])}.");
    }

    private string NameOf(TagWriteRequest request, int write) =>
        context.NameOf(request.TagOf(write))
        + (request.TogetherOf(write) is > 1 and var tags ? $" with the {tags - 1} tags behind it" : "");

    private void Report(string sentence)
    {
        context.StatusStore.Error(sentence);
        PlcLog.WriteRefused(context.Log, sentence);
    }
}
