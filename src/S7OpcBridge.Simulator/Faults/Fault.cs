using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>Events that a fault can affect.</summary>
[Flags]
public enum FaultPoint : byte
{
    /// <summary>A TCP connection was accepted.</summary>
    Accept = 1,

    /// <summary>A COTP connect request (CR) has arrived.</summary>
    Connect = 2,

    /// <summary>The answer to a setup request.</summary>
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

/// <summary>A fault. Several faults may affect the same answer.</summary>
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

    /// <summary>The job is executed, but never answered.</summary>
    public static Fault Drop() => new(FaultKind.Drop);

    /// <summary>The answer is sent later; answers to later jobs overtake it.</summary>
    public static Fault Delay(TimeSpan by) => new(FaultKind.Delay, time: by);

    /// <summary>
    /// Answers are held until there are <paramref name="answers"/> of them, then sent in reverse order. The client must have that many jobs in flight.
    /// </summary>
    public static Fault Reorder(int answers = 2) => new(FaultKind.Reorder, AtLeast(2, answers));

    /// <summary>The answer is fragmented into DT TPDUs with at most this many payload bytes; only the last has its EOT bit set.</summary>
    public static Fault FragmentCotp(int bytes) => new(FaultKind.FragmentCotp, AtLeast(1, bytes));

    /// <summary>The answer is sent in TCP segments of this size, with a pause after each.</summary>
    public static Fault FragmentTcp(int bytes, TimeSpan pause = default) => new(FaultKind.FragmentTcp, AtLeast(1, bytes), time: pause);

    /// <summary>Empty seven-byte DT frames precede the answer.</summary>
    public static Fault EmptyFrames(int frames = 1) => new(FaultKind.EmptyFrames, AtLeast(1, frames));

    /// <summary>The answer is sent again this many times.</summary>
    public static Fault Duplicate(int times = 1) => new(FaultKind.Duplicate, AtLeast(1, times));

    /// <summary>The PDU reference is wrong by this number.</summary>
    public static Fault WrongReference(int by = 1000) => new(FaultKind.WrongReference, by);

    /// <summary>The TPKT length is wrong by this number of bytes.</summary>
    public static Fault TpktLength(int by) => new(FaultKind.TpktLength, by);

    /// <summary>The parameter length in the S7 header is wrong by this number of bytes.</summary>
    public static Fault ParameterLength(int by) => new(FaultKind.ParameterLength, by);

    /// <summary>The data length in the S7 header is wrong by this number of bytes.</summary>
    public static Fault DataLength(int by) => new(FaultKind.DataLength, by);

    /// <summary>The length of the first data item is wrong by this number of units (bits or bytes, depending on its transport).</summary>
    public static Fault ItemLength(int by) => new(FaultKind.ItemLength, by);

    /// <summary>The item count is wrong by this number.</summary>
    public static Fault ItemCount(int by) => new(FaultKind.ItemCount, by);

    /// <summary>Only half of the answer is sent, and nothing more on this connection.</summary>
    public static Fault HalfFrame() => new(FaultKind.HalfFrame);

    /// <summary>Invalid bytes are sent instead of the answer.</summary>
    public static Fault Garbage(int bytes = 64) => new(FaultKind.Garbage, AtLeast(1, bytes));

    /// <summary>The connection is reset (RST).</summary>
    public static Fault Reset() => new(FaultKind.Reset);

    /// <summary>The connection is closed (FIN).</summary>
    public static Fault Close() => new(FaultKind.Close);

    /// <summary>Nothing more is sent on this connection, which stays open.</summary>
    public static Fault Silence() => new(FaultKind.Silence);

    /// <summary>A disconnect request (DR) instead of the connect confirm. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault Disconnect() => new(FaultKind.Disconnect);

    /// <summary>A connect confirm longer than 22 bytes. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault LongConfirm() => new(FaultKind.LongConfirm);

    /// <summary>A connect confirm without TPDU size and TSAPs. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault BareConfirm() => new(FaultKind.BareConfirm);

    /// <summary>A connect confirm with its parameters in another order. At <see cref="FaultPoint.Connect"/>.</summary>
    public static Fault ShuffledConfirm() => new(FaultKind.ShuffledConfirm);

    /// <summary>The job is refused as a whole, with class and code such as 0x8500 or 0x8104, and not executed.</summary>
    public static Fault Refuse(ushort code) => new(FaultKind.Refuse, code: code);

    /// <summary>One item of the job fails with a code and is not executed.</summary>
    public static Fault FailItem(int item, S7ItemStatus status) => new(FaultKind.FailItem, item, (int)status);

    /// <summary>The last item of the answer is padded, too.</summary>
    public static Fault PadLast() => new(FaultKind.PadLast);

    /// <summary>Failed items state this length, 0 or 4, although they have no data.</summary>
    public static Fault ErrorLength(int bytes) => new(FaultKind.ErrorLength, bytes);

    private static int AtLeast(int least, int value) => Math.Max(least, value);
}

internal enum FaultKind : byte
{
    Drop,
    Delay,
    Reorder,
    FragmentCotp,
    FragmentTcp,
    EmptyFrames,
    Duplicate,
    WrongReference,
    TpktLength,
    ParameterLength,
    DataLength,
    ItemLength,
    ItemCount,
    HalfFrame,
    Garbage,
    Reset,
    Close,
    Silence,
    Disconnect,
    LongConfirm,
    BareConfirm,
    ShuffledConfirm,
    Refuse,
    FailItem,
    PadLast,
    ErrorLength,
}
