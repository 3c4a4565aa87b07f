using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>
/// Writes requests by S7CommPlus: one job in flight, in the order of the pieces. A value is written whole, a part of an array element by element. A job that
/// was sent and not answered ends as <see cref="TagWriteResult.Timeout"/> and is never sent again.
/// </summary>
internal sealed class PlusTagWriter(
    PlcContext context,
    LoadCeiling ceiling,
    S7PlusConnection connection,
    ProgramWatch program,
    Action<int> wrote
)
{
    private const int Bits = 8;

    private readonly S7PlusLimits _limits = connection.Limits with
    {
        ItemsPerWrite = Math.Min(context.Plc.MaxItems, connection.Limits.ItemsPerWrite),
    };

    /// <summary>Sends the pieces of a request in their order and notes what came of each write.</summary>
    public async ValueTask WriteAsync(TagWriteRequest request, CancellationToken cancellationToken)
    {
        var next = 0;
        try
        {
            var loaded = new List<Load>();
            while (next < request.Pieces.Count && !request.IsAbandoned && connection.IsAlive)
            {
                loaded.Clear();
                var first = next;
                // A job takes whole units only: what belongs together goes in one job or not at all.
                while (next < request.Pieces.Count)
                {
                    var end = EndOfUnit(request, next);
                    var unit = await LoadsOfAsync(request, next, end, cancellationToken).ConfigureAwait(false);
                    if (unit is null)
                    {
                        next = end;
                        continue;
                    }
                    var fits = RequestsOf([.. loaded, .. unit]).Count <= 1;
                    if (!fits)
                    {
                        if (loaded.Count > 0)
                            break;
                        if (request.TogetherOf(request.Pieces[next].Write) > 0)
                        {
                            request.Set(request.Pieces[next].Write, TagWriteResult.TooLarge);
                            Report(
                                $"Write of {context.NameOf(request.Pieces[next].Tag)} refused: its {unit.Count} members do not fit into one request of the "
                                    + "CPU; write its members."
                            );
                            next = end;
                            continue;
                        }
                    }
                    loaded.AddRange(unit);
                    next = end;
                    if (!fits)
                        break;
                }
                if (loaded.Count > 0)
                    await SendAllAsync(request, loaded, cancellationToken).ConfigureAwait(false);
                if (first == next)
                    break;
            }
        }
        finally
        {
            for (; next < request.Pieces.Count; next++)
                request.Set(request.Pieces[next].Write, TagWriteResult.NoCommunication);
        }
    }

    // All pieces of one write: those of a structure, or the elements of an array.
    private static int EndOfUnit(TagWriteRequest request, int first)
    {
        var end = first + 1;
        while (end < request.Pieces.Count && request.Pieces[end].Write == request.Pieces[first].Write)
            end++;
        return end;
    }

    private S7PlusReadPlan RequestsOf(IEnumerable<Load> loads) => S7PlusReadPlan.ForWrites([.. loads.Select(load => load.Item)], _limits);

    /// <summary>What is to be sent for the pieces of one write; null: nothing can be, and why is noted.</summary>
    private async ValueTask<List<Load>?> LoadsOfAsync(TagWriteRequest request, int first, int end, CancellationToken cancellationToken)
    {
        var loads = new List<Load>();
        for (var at = first; at < end; )
        {
            var piece = request.Pieces[at];
            var last = at + 1;
            while (last < end && request.Pieces[last].Tag == piece.Tag)
                last++;
            var tag = context.Map.Tags[piece.Tag];
            if (tag.Symbol is null && piece.Bit >= 0)
            {
                // The byte around it would be overwritten.
                Note(
                    request,
                    piece.Write,
                    piece.Tag,
                    PlusRefusal.NotThere("a single bit can't be written by its address; name its symbol")
                );
                return null;
            }
            if (tag.Symbol is null)
            {
                loads.Add(new Load(piece.Write, piece.Tag, PlusSymbols.ItemOf(piece.Range), piece.Data));
                at++;
                continue;
            }
            if (!program.Symbols.TryFind(tag, out var item, out var refusal))
            {
                Note(request, piece.Write, piece.Tag, refusal ?? PlusRefusal.NotThere("the CPU has not told its type yet; try again"));
                return null;
            }
            if (item.Address.IsSetByCpu)
            {
                Note(request, piece.Write, piece.Tag, PlusRefusal.SetByCpu);
                return null;
            }
            if (WholeOf(request.Pieces, at, last, item.Shape, tag) is { } whole)
                loads.Add(new Load(piece.Write, piece.Tag, item, whole));
            else if (!await AddElementsAsync(request, at, last, tag, item.Shape, loads, cancellationToken).ConfigureAwait(false))
                return null;
            at = last;
        }
        return loads;
    }

    /// <summary>The bytes of the whole value; null: the pieces are a part of an array.</summary>
    private static byte[]? WholeOf(List<WritePiece> pieces, int first, int end, in S7PlusShape shape, Tag tag)
    {
        var bytes = new byte[shape.ByteLength];
        if (tag.Type is { IsArray: false })
        {
            if (tag.Type.ValueKind == S7ValueKind.Text)
                SetCapacity(bytes, tag.Type);
            foreach (var piece in pieces[first..end])
                piece.Data.Span.CopyTo(bytes.AsSpan(piece.Range.Start));
            return bytes;
        }
        var filled = 0;
        foreach (var piece in pieces[first..end])
        {
            if (piece.Bit >= 0)
            {
                bytes[piece.Range.Start] |= (byte)((piece.Data.Span[0] & 1) << piece.Bit);
                filled++;
            }
            else
            {
                piece.Data.Span.CopyTo(bytes.AsSpan(piece.Range.Start));
                filled += tag.Type.Kind == S7TypeKind.Bool ? piece.Data.Length * Bits : piece.Data.Length / tag.Type.ElementSize;
            }
        }
        return filled >= tag.Type.ArrayLength ? bytes : null;
    }

    private static void SetCapacity(byte[] bytes, S7DataType type)
    {
        if (type.Kind == S7TypeKind.String)
            bytes[0] = (byte)type.Capacity;
        else if (type.Kind == S7TypeKind.WString)
            (bytes[0], bytes[1]) = ((byte)(type.Capacity >> 8), (byte)type.Capacity);
    }

    private async ValueTask<bool> AddElementsAsync(
        TagWriteRequest request,
        int first,
        int end,
        Tag tag,
        S7PlusShape shape,
        List<Load> loads,
        CancellationToken cancellationToken
    )
    {
        foreach (var piece in request.Pieces[first..end])
        {
            var isBool = tag.Type.Kind == S7TypeKind.Bool;
            var size = isBool ? 1 : tag.Type.ElementSize;
            var count = isBool && piece.Bit < 0 ? piece.Data.Length * Bits : piece.Data.Length / size;
            for (var i = 0; i < count; i++)
            {
                var index = isBool ? (piece.Range.Start * Bits) + Math.Max(0, piece.Bit) + i : (piece.Range.Start / size) + i;
                if (
                    await program.Symbols.ElementAsync(tag.Symbol!, index, cancellationToken).ConfigureAwait(false) is not { } element
                    || element.Shape.Type != shape.Type && !isBool
                )
                {
                    Note(request, piece.Write, piece.Tag, PlusRefusal.NotThere("the CPU has no such element; write the whole array"));
                    return false;
                }
                ReadOnlyMemory<byte> data =
                    isBool && piece.Bit < 0
                        ? new[] { (byte)(piece.Data.Span[i / Bits] >> (i % Bits) & 1) }
                        : piece.Data.Slice(i * size, size);
                loads.Add(new Load(piece.Write, piece.Tag, element, data));
            }
        }
        return true;
    }

    /// <summary>Sends in one job what fits, and what alone exceeds it in several.</summary>
    private async ValueTask SendAllAsync(TagWriteRequest request, List<Load> loads, CancellationToken cancellationToken)
    {
        var plan = RequestsOf(loads);
        for (var i = 0; i < plan.Count; i++)
        {
            var mine = plan.ItemsOf(i).ToArray();
            await SendAsync(request, Array.ConvertAll(mine, place => loads[place]), cancellationToken).ConfigureAwait(false);
        }
    }

    private async ValueTask SendAsync(TagWriteRequest request, Load[] loads, CancellationToken cancellationToken)
    {
        var job = new S7PlusWriteJob([.. loads.Select(load => load.Item)]);
        for (var i = 0; i < loads.Length; i++)
            job.SetData(i, loads[i].Data.Span);
        try
        {
            ceiling.Charge();
            await connection.WriteAsync(job, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < loads.Length; i++)
            {
                wrote(loads[i].Tag);
                program.IsAboutToFollow(program.Symbols, loads[i].Item.Address, job.StatusOf(i));
                Note(request, loads[i].Write, loads[i].Tag, PlusRefusal.From(job.StatusOf(i)));
            }
        }
        catch (S7PlusRefusedException e)
        {
            foreach (var load in loads)
                Note(request, load.Write, load.Tag, PlusRefusal.From(e));
        }
        catch (S7PlusException)
        {
            foreach (var load in loads)
                request.Set(load.Write, TagWriteResult.Timeout);
            throw;
        }
    }

    private void Note(TagWriteRequest request, int write, int tag, PlusRefusal answer)
    {
        request.Set(write, answer.WriteResult);
        if (answer.WriteResult != TagWriteResult.Ok)
            Report($"Write of {context.NameOf(tag)} refused: {answer.Words(context.Map.Tags[tag])}.");
    }

    private void Report(string sentence)
    {
        context.StatusStore.Error(sentence);
        PlcLog.WriteRefused(context.Log, sentence);
    }

    private readonly record struct Load(int Write, int Tag, S7PlusItem Item, ReadOnlyMemory<byte> Data);
}
