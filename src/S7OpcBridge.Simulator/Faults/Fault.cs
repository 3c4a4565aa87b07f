using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>Where a fault strikes.</summary>
[Flags]
public enum FaultPoint : byte
{
    /// <summary>A TCP connection has been accepted.</summary>
    Accept = 1,

    /// <summary>A COTP connect request (CR) has come.</summary>
    Connect = 2,

    /// <summary>The answer to a negotiation.</summary>
    Setup = 4,

    /// <summary>The answer to a ReadVar job.</summary>
    Read = 8,

    /// <summary>The answer to a WriteVar job.</summary>
    Write = 16,

    /// <summary>The answer to a userdata request; in S7CommPlus to a request for a single variable, a password among them.</summary>
    Userdata = 32,

    /// <summary>The answer to an Explore (S7CommPlus): blocks and types.</summary>
    Browse = 64,

    /// <summary>A notification of a subscription, or the answer that makes one (S7CommPlus).</summary>
    Notify = 128,

    /// <summary>The answer to a read or a write.</summary>
    Job = Read | Write,

    /// <summary>Every answer.</summary>
    Answer = Setup | Read | Write | Userdata | Browse | Notify,
}

/// <summary>What goes wrong. Several faults may strike the same answer.</summary>
public sealed record Fault
{
    private Fault(FaultKind kind, int amount = 0, int code = 0, TimeSpan time = default)
    {
        Kind = kind;
        Amount = amount;
        Code = code;
        Time = time;
    }

    internal FaultKind Kind { get; }

    internal int Amount { get; }

    internal int Code { get; }

    internal TimeSpan Time { get; }

    /// <summary>The job is served, the answer never sent.</summary>
    public static Fault Drop() => new(FaultKind.Drop);

    /// <summary>The answer leaves later; answers to later jobs pass it.</summary>
    public static Fault Delay(TimeSpan by) => new(FaultKind.Delay, time: by);

    /// <summary>Answers are kept until there are <paramref name="answers"/> of them, and leave in reverse order. The client must have that many jobs in flight.</summary>
    public static Fault Reorder(int answers = 2) => new(FaultKind.Reorder, AtLeast(2, answers));

    /// <summary>The answer is cut into DT TPDUs of at most so many payload bytes; only the last has its EOT bit set.</summary>
    public static Fault FragmentCotp(int bytes) => new(FaultKind.FragmentCotp, AtLeast(1, bytes));

    /// <summary>The answer is sent in TCP segments of so many bytes, with a pause after each.</summary>
    public static Fault FragmentTcp(int bytes, TimeSpan pause = default) => new(FaultKind.FragmentTcp, AtLeast(1, bytes), time: pause);

    /// <summary>Empty seven-byte DT frames precede the answer.</summary>
    public static Fault EmptyFrames(int frames = 1) => new(FaultKind.EmptyFrames, AtLeast(1, frames));

    /// <summary>The answer comes so many times more.</summary>
    public static Fault Duplicate(int times = 1) => new(FaultKind.Duplicate, AtLeast(1, times));

    /// <summary>The PDU reference is off by so much.</summary>
    public static Fault WrongReference(int by = 1000) => new(FaultKind.WrongReference, by);

    /// <summary>The TPKT length lies by so many bytes.</summary>
    public static Fault TpktLength(int by) => new(FaultKind.TpktLength, by);

    /// <summary>The parameter length in the S7 header lies by so many bytes.</summary>
    public static Fault ParameterLength(int by) => new(FaultKind.ParameterLength, by);

    /// <summary>The data length in the S7 header lies by so many bytes.</summary>
    public static Fault DataLength(int by) => new(FaultKind.DataLength, by);

    /// <summary>The length of the first data item lies by so many units (bits or bytes, as its transport counts).</summary>
    public static Fault ItemLength(int by) => new(FaultKind.ItemLength, by);

    /// <summary>The item count lies by so much.</summary>
    public static Fault ItemCount(int by) => new(FaultKind.ItemCount, by);

    /// <summary>Half of the answer, then nothing more on this connection.</summary>
    public static Fault HalfFrame() => new(FaultKind.HalfFrame);

    /// <summary>Bytes that are no frame, instead of the answer.</summary>
    public static Fault Garbage(int bytes = 64) => new(FaultKind.Garbage, AtLeast(1, bytes));

    /// <summary>The connection is reset (RST).</summary>
    public static Fault Reset() => new(FaultKind.Reset);

    /// <summary>The connection is closed (FIN).</summary>
    public static Fault Close() => new(FaultKind.Close);

    /// <summary>Nothing more on this connection, which stays open.</summary>
    public static Fault Silence() => new(FaultKind.Silence);

    /// <summary>A disconnect request (DR) instead of the connect confirm. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault Disconnect() => new(FaultKind.Disconnect);

    /// <summary>A connect confirm longer than 22 bytes. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault LongConfirm() => new(FaultKind.LongConfirm);

    /// <summary>A connect confirm without TPDU size and TSAPs. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault BareConfirm() => new(FaultKind.BareConfirm);

    /// <summary>A connect confirm with its parameters in another order. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault ShuffledConfirm() => new(FaultKind.ShuffledConfirm);

    /// <summary>The job is refused as a whole, with class and code such as 0x8500 or 0x8104, and not served.</summary>
    public static Fault Refuse(ushort code) => new(FaultKind.Refuse, code: code);

    /// <summary>One item of the job fails with a code and is not served.</summary>
    public static Fault FailItem(int item, S7ItemStatus status) => new(FaultKind.FailItem, item, (int)status);

    /// <summary>The last item of the answer is padded, too.</summary>
    public static Fault PadLast() => new(FaultKind.PadLast);

    /// <summary>Failed items claim so many bytes, 0 or 4, though they have no data.</summary>
    public static Fault ErrorLength(int bytes) => new(FaultKind.ErrorLength, bytes);

    private static int AtLeast(int least, int value) => Math.Max(least, value);
}

internal enum FaultKind : byte
{
    Drop, Delay, Reorder, FragmentCotp, FragmentTcp, EmptyFrames, Duplicate, WrongReference, TpktLength, ParameterLength, DataLength, ItemLength, ItemCount,
    HalfFrame, Garbage, Reset, Close, Silence, Disconnect, LongConfirm, BareConfirm, ShuffledConfirm, Refuse, FailItem, PadLast, ErrorLength,
}
