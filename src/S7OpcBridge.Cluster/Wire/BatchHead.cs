using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Wire;

/// <summary>The beginning of a batch.</summary>
/// <param name="Instance">The run of the sender's process.</param>
/// <param name="Sequence">Grows with every batch of this instance to this receiver.</param>
/// <param name="View">Version of the sender's view.</param>
/// <param name="BaseTicks">UTC ticks to which times are relative.</param>
/// <param name="Plcs">Number of PLCs in it.</param>
internal readonly record struct BatchHead(ulong Instance, long Sequence, long View, long BaseTicks, int Plcs)
{
    /// <summary>Writes it; returns the position of the number of PLCs, which <see cref="WireWriter.SetCount"/> sets.</summary>
    public int Write(WireWriter to)
    {
        to.Byte(MessageKind.Version);
        to.Fixed64(Instance);
        to.Signed(Sequence);
        to.Signed(View);
        to.Fixed64((ulong)BaseTicks);
        return to.CountLater();
    }

    public static BatchHead Read(ref WireReader from)
    {
        if (from.Byte() is var version && version != MessageKind.Version)
            throw new InvalidDataException($"The node sends version {version} of the format; this one speaks {MessageKind.Version}.");
        return new BatchHead(from.Fixed64(), from.Signed(), from.Signed(), (long)from.Fixed64(), from.SetCount());
    }
}

/// <summary>The beginning of a PLC's part of a batch.</summary>
/// <param name="Plc">Its name.</param>
/// <param name="Tags">Hash of the sender's list of its tags.</param>
/// <param name="Tenure">Number of the sender's tenure.</param>
/// <param name="Status">Its status; null: unchanged.</param>
internal readonly record struct PlcHead(string Plc, ulong Tags, long Tenure, PlcStatus? Status)
{
    public void Write(WireWriter to)
    {
        to.Text(Plc);
        to.Fixed64(Tags);
        to.Signed(Tenure);
        to.Byte(Status is null ? (byte)0 : (byte)1);
        if (Status is not null)
            StatusWire.Write(to, Status);
    }

    public static PlcHead Read(ref WireReader from) =>
        new(from.Text(), from.Fixed64(), from.Signed(), from.Byte() == 0 ? null : StatusWire.Read(ref from));
}
