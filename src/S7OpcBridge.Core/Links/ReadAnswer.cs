namespace S7OpcBridge.Core.Links;

/// <summary>Receives the answer of one job for the image of a scan class; the link calls it item by item. Belongs to the read lane.</summary>
internal sealed class ReadAnswer
{
    private ProcessImage _image = new();
    private TagSlot[] _slots = [];
    private TagBatch? _batch;
    private List<RefusedItem> _refused = [];
    private TagQuality _due;
    private long _arrived;
    private int _firstItem;

    /// <summary>True: the answer ended before the last items of the job.</summary>
    public bool WasCut { get; private set; }

    /// <summary>Prepares for the answer of a job.</summary>
    public void Begin(ProcessImage image, int job, TagSlot[] slots, TagQuality due, long arrived, TagBatch batch, List<RefusedItem> refused)
    {
        (_image, _slots, _due, _arrived, _batch, _refused) = (image, slots, due, arrived, batch, refused);
        (_firstItem, WasCut) = (image.Plan.FirstItems[job], false);
    }

    /// <summary>Receives the bytes of an item.</summary>
    /// <param name="item">Index of the item in the job.</param>
    /// <param name="data">The bytes, as long as the item.</param>
    public void Receive(int item, ReadOnlySpan<byte> data) => _image.Compare(_firstItem + item, data, _slots, _due, _arrived, _batch!);

    /// <summary>Notes that an item was refused.</summary>
    public void Refuse(int item, Refusal refusal) => _refused.Add(new RefusedItem(_firstItem + item, refusal));

    /// <summary>Notes that the answer has fewer items than the job.</summary>
    public void Cut() => WasCut = true;
}
