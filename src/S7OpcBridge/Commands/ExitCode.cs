namespace S7OpcBridge;

/// <summary>What the program tells its caller; a contract (DESIGN §4).</summary>
internal static class ExitCode
{
    /// <summary>Fine.</summary>
    public const int Ok = 0;

    /// <summary>Something was found wrong, and said.</summary>
    public const int Failed = 1;

    /// <summary>Called wrongly.</summary>
    public const int Usage = 2;
}
