namespace S7OpcBridge.Output;

/// <summary>The exit codes of the program; a contract for scripts.</summary>
internal static class ExitCode
{
    /// <summary>Success.</summary>
    public const int Ok = 0;

    /// <summary>An error was found and reported.</summary>
    public const int Failed = 1;

    /// <summary>
    /// <c>run</c> under systemd only: the map has errors, so a restart would not help. EX_CONFIG of sysexits.h, which systemd knows by name. Otherwise <see
    /// cref="Failed"/> is returned.
    /// </summary>
    public const int WrongMap = 78;

    /// <summary>Wrong usage.</summary>
    public const int Usage = 2;
}
