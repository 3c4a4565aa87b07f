using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Faults;

/// <summary>All faults that affect one event, combined. Made only while faults are armed.</summary>
internal sealed class FaultMix
{
    public bool Drop { get; private set; }

    public TimeSpan Delay { get; private set; }

    public int Reorder { get; private set; }

    public int CotpBytes { get; private set; } = int.MaxValue;

    public int TcpBytes { get; private set; } = int.MaxValue;

    public TimeSpan TcpPause { get; private set; }

    public int EmptyFrames { get; private set; }

    public int Duplicates { get; private set; }

    public int ReferenceBy { get; private set; }

    public int TpktBy { get; private set; }

    public int ParametersBy { get; private set; }

    public int DataBy { get; private set; }

    public int ItemLengthBy { get; private set; }

    public int ItemCountBy { get; private set; }

    public bool HalfFrame { get; private set; }

    public int Garbage { get; private set; }

    public LinkEnd End { get; private set; }

    public FaultKind? Confirm { get; private set; }

    public ushort RefuseWith { get; private set; }

    public int FailedItem { get; private set; } = -1;

    public S7ItemStatus FailedWith { get; private set; }

    public bool PadLast { get; private set; }

    public int? ErrorLength { get; private set; }

    public void Add(Fault fault)
    {
        switch (fault.Kind)
        {
            case FaultKind.Drop:
                Drop = true;
                break;
            case FaultKind.Delay:
                Delay += fault.Time;
                break;
            case FaultKind.Reorder:
                Reorder = fault.Amount;
                break;
            case FaultKind.FragmentCotp:
                CotpBytes = fault.Amount;
                break;
            case FaultKind.FragmentTcp:
                (TcpBytes, TcpPause) = (fault.Amount, fault.Time);
                break;
            case FaultKind.EmptyFrames:
                EmptyFrames += fault.Amount;
                break;
            case FaultKind.Duplicate:
                Duplicates += fault.Amount;
                break;
            case FaultKind.WrongReference:
                ReferenceBy += fault.Amount;
                break;
            case FaultKind.TpktLength:
                TpktBy += fault.Amount;
                break;
            case FaultKind.ParameterLength:
                ParametersBy += fault.Amount;
                break;
            case FaultKind.DataLength:
                DataBy += fault.Amount;
                break;
            case FaultKind.ItemLength:
                ItemLengthBy += fault.Amount;
                break;
            case FaultKind.ItemCount:
                ItemCountBy += fault.Amount;
                break;
            case FaultKind.HalfFrame:
                (HalfFrame, End) = (true, LinkEnd.Silence);
                break;
            case FaultKind.Garbage:
                Garbage = fault.Amount;
                break;
            case FaultKind.Reset:
                End = LinkEnd.Reset;
                break;
            case FaultKind.Close:
                End = LinkEnd.Close;
                break;
            case FaultKind.Silence:
                End = LinkEnd.Silence;
                break;
            case FaultKind.Disconnect:
                Confirm = fault.Kind;
                break;
            case FaultKind.LongConfirm:
                Confirm = fault.Kind;
                break;
            case FaultKind.BareConfirm:
                Confirm = fault.Kind;
                break;
            case FaultKind.ShuffledConfirm:
                Confirm = fault.Kind;
                break;
            case FaultKind.Refuse:
                RefuseWith = (ushort)fault.Code;
                break;
            case FaultKind.FailItem:
                (FailedItem, FailedWith) = (fault.Amount, (S7ItemStatus)fault.Code);
                break;
            case FaultKind.PadLast:
                PadLast = true;
                break;
            case FaultKind.ErrorLength:
                ErrorLength = fault.Amount;
                break;
        }
    }
}
