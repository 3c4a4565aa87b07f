namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>Return values of S7CommPlus: the code in the low 16 bits, signed, with the upper bits as set by real CPUs.</summary>
internal static class PlusCodes
{
    public const ulong Ok = 0;

    /// <summary>Some items failed.</summary>
    public const ulong Partial = 19;

    /// <summary>The password is accepted.</summary>
    public const ulong Granted = 17;

    public static ulong NotEnoughMemory { get; } = Error(-4);

    public static ulong NoObject { get; } = Error(-12);

    public static ulong WrongCrc { get; } = Error(-17);

    public static ulong ReadOnly { get; } = Error(-50);

    public static ulong AccessDenied { get; } = Error(-100);

    public static ulong WrongAddress { get; } = Error(-104);

    public static ulong NotAllowed { get; } = Error(-107);

    public static ulong TooManySessions { get; } = Error(-113);

    public static ulong WrongPassword { get; } = Error(-118);

    public static ulong NotUnderstood { get; } = Error(-120);

    public static ulong UnknownLid { get; } = Error(-255);

    public static ulong WrongType { get; } = Error(-257);

    public static ulong SystemLimit { get; } = Error(-501);

    /// <summary>The return value of an error code.</summary>
    public static ulong Error(short code) => 0x8009_8900_12CB_0000 | (ushort)code;
}
