using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// The writing half of one connection: one job in flight, requests in the order of their arrival, neighbouring pieces of one request in one job. The connection lets a
/// write go before waiting reads; because only one is in flight, reads are never starved. A job that was sent and not answered ends as
/// <see cref="TagWriteResult.Timeout"/> and is never sent again.
/// </summary>
internal sealed class WriteLane(PlcSite site, SessionParts parts, S7Connection connection)
{
    // 10 header + 2 + 12 item + 4 data head (WriteVar, all CPU families).
    private const int Overhead = 28;

    private readonly S7WriteJob _job = new(connection.PduSize, parts.Isolation.ItemCap);
    private readonly List<WritePiece> _loaded = [];

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (await parts.Writes.WaitAsync(cancellationToken).ConfigureAwait(false))
        {
            while (parts.Writes.TryTake(out var request))
                await PlayAsync(request, cancellationToken).ConfigureAwait(false);
        }
    }

    private async ValueTask PlayAsync(WriteRequest request, CancellationToken cancellationToken)
    {
        var next = 0;
        try
        {
            while (next < request.Pieces.Count && !request.IsAbandoned && connection.IsAlive)
            {
                next = Load(request, next);
                await SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
            parts.ReadBacks.Want(request.Tags);
        }
        finally
        {
            for (; next < request.Pieces.Count; next++)
                request.Set(request.Pieces[next].Write, TagWriteResult.NoCommunication);
            request.Complete(TagWriteResult.NoCommunication);
        }
    }

    /// <summary>Fills the job from one piece on; returns the first piece that found no room.</summary>
    private int Load(WriteRequest request, int next)
    {
        _job.Clear();
        _loaded.Clear();
        while (next < request.Pieces.Count && TryLoad(request.Pieces[next]))
            next++;
        if (_loaded.Count > 0)
            return next;
        // It alone exceeds the PDU: it goes in parts, cut at element borders, and may be seen half written.
        var piece = request.Pieces[next];
        var largest = connection.PduSize - Overhead;
        var part = piece.Element > 0 ? largest / piece.Element * piece.Element : largest;
        request.Pieces.RemoveAt(next);
        for (var from = piece.Data.Length - piece.Data.Length % part; from >= 0; from -= part)
        {
            if (from < piece.Data.Length)
                request.Pieces.Insert(next, piece.Part(from, Math.Min(part, piece.Data.Length - from)));
        }
        return Load(request, next);
    }

    private bool TryLoad(in WritePiece piece)
    {
        var fits = piece.Bit >= 0
            ? _job.TryAddBit(piece.Range.Area, piece.Range.Db, piece.Range.Start, piece.Bit, piece.Data.Span[0] != 0)
            : _job.TryAdd(piece.Range, piece.Data.Span);
        if (fits)
            _loaded.Add(piece);
        return fits;
    }

    private async ValueTask SendAsync(WriteRequest request, CancellationToken cancellationToken)
    {
        try
        {
            parts.Ceiling.Charge();
            await connection.WriteAsync(_job, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < _loaded.Count; i++)
                Note(request, _loaded[i], Refusal.Of(_job.StatusOf(i)));
        }
        catch (S7RefusedException e) when (_loaded.Count == 1)
        {
            Note(request, _loaded[0], Refusal.Of(e));
        }
        catch (S7RefusedException)
        {
            // Refused as a whole means nothing was written: one by one, only the piece to blame fails.
            await SendOneByOneAsync(request, [.. _loaded], cancellationToken).ConfigureAwait(false);
        }
        catch (S7Exception)
        {
            foreach (var piece in _loaded)
                request.Set(piece.Write, TagWriteResult.Timeout);
            throw;
        }
    }

    private async ValueTask SendOneByOneAsync(WriteRequest request, WritePiece[] pieces, CancellationToken cancellationToken)
    {
        foreach (var piece in pieces)
        {
            _job.Clear();
            _loaded.Clear();
            TryLoad(piece);
            await SendAsync(request, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Note(WriteRequest request, in WritePiece piece, Refusal answer)
    {
        var result = answer.WriteResult;
        request.Set(piece.Write, result);
        if (result == TagWriteResult.Ok)
            return;
        var tag = request.Tags[piece.Write];
        var sentence = $"Write of {site.NameOf(tag)} refused: {answer.Words(site.Map.Tags[tag].Address)}.";
        site.Board.Error(sentence);
        PlcLog.WriteRefused(site.Log, sentence);
    }
}
