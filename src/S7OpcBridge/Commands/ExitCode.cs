namespace S7OpcBridge;

/// <summary>What the program tells its caller; a contract (README.md).</summary>
internal static class ExitCode
{
    /// <summary>Fine.</summary>
    public const int Ok = 0;

    /// <summary>Something was found wrong, and said.</summary>
    public const int Failed = 1;

    /// <summary>
    /// <c>run</c> under systemd only: the map is wrong, so that starting it again changes nothing. EX_CONFIG of sysexits.h, which systemd knows by name. Everywhere else that is
    /// <see cref="Failed"/>.
    /// </summary>
    public const int WrongMap = 78;

    /// <summary>Called wrongly.</summary>
    public const int Usage = 2;
}
