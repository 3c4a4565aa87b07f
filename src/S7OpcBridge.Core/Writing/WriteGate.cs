namespace S7OpcBridge.Core;

/// <summary>Decides on a client's write before anything is sent: may this tag be written, does the value fit, is it time. Any thread.</summary>
internal sealed class WriteGate(PlcSite site, CodecShelf codecs)
{
    private readonly WriteComposer _composer = new(codecs);
    private readonly WriteRate _rate = new(site.Time);

    /// <summary>Adds a write to the request; anything but Ok: it was not added, and why.</summary>
    public TagWriteResult Admit(in TagWrite write, int place, WriteRequest request)
    {
        var tag = site.Map.Tags[write.Tag];
        if (!tag.Access.HasFlag(TagAccess.Write))
            return TagWriteResult.NotWritable;
        if (!site.Plc.Enabled || !site.Plc.Writes)
            return TagWriteResult.OutOfService;
        var result = _composer.Compose(tag, request.Add(tag.Id, place), write.Value, write.Start, request);
        if (result == TagWriteResult.Ok && !_rate.Allows(tag))
            result = TagWriteResult.TooManyOperations;
        if (result != TagWriteResult.Ok)
            request.RemoveLast();
        return result;
    }
}
