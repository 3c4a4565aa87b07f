using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Writing;

/// <summary>Checks a client's write before anything is sent: access, value, limits, write rate. Thread-safe.</summary>
internal sealed class WriteGate(PlcContext context, CodecCache codecs)
{
    private readonly WriteComposer _composer = new(codecs);
    private readonly WriteRate _rate = new(context.Time);

    /// <summary>Adds a write to the request. A result other than Ok means that it was not added, and why.</summary>
    public TagWriteResult Admit(in TagWrite write, int place, TagWriteRequest request)
    {
        var tags = context.Map.Tags.AsSpan(write.Tag, write.Together?.Length ?? 1);
        foreach (var tag in tags)
        {
            // The map was exchanged after the client's node was looked up: after a download, say.
            if (tag.IsGone)
                return TagWriteResult.NoCommunication;
            if (!tag.Access.HasFlag(TagAccess.Write))
                return TagWriteResult.NotWritable;
        }
        if (!context.Plc.Enabled || !context.Plc.Writes)
            return TagWriteResult.OutOfService;
        // All members of a structure are in one block.
        if (tags[0].Address is { Area: S7Area.DataBlock, Db: var db } && context.Layouts.Drifted.ContainsKey(db))
            return TagWriteResult.ConfigurationError;
        var (pieces, first) = (request.Pieces, request.Pieces.Count);
        var result = Compose(tags, write, place, pieces);
        if (result != TagWriteResult.Ok)
        {
            pieces.RemoveRange(first, pieces.Count - first);
            return result;
        }
        NoteTexts(request, first);
        if (write.Together is not null)
            PieceJoiner.Join(pieces, first);
        request.Add(place);
        return TagWriteResult.Ok;
    }

    // Pieces of symbols have no area: the CPU checks those itself.
    private void NoteTexts(TagWriteRequest request, int first)
    {
        foreach (var piece in request.Pieces.Skip(first))
        {
            if (piece.Range.Area != S7Area.None && context.Map.Tags[piece.Tag].Type.Kind is var kind && S7TextHeader.BytesOf(kind) > 0)
                request.Texts.Add(WrittenText.From(piece, kind));
        }
    }

    private TagWriteResult Compose(ReadOnlySpan<Tag> tags, in TagWrite write, int place, List<WritePiece> pieces)
    {
        for (var i = 0; i < tags.Length; i++)
        {
            var value = write.Together is { } values ? values[i] : write.Value;
            if (_composer.Compose(tags[i], place, value, write.Start, pieces) is var result and not TagWriteResult.Ok)
                return result;
        }
        return _rate.Allows(tags) ? TagWriteResult.Ok : TagWriteResult.TooManyOperations;
    }
}
