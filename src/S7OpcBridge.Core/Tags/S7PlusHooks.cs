using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>What the program does for connections by S7CommPlus: trusts certificates, and keeps what passes on the wire. Immutable.</summary>
/// <param name="CertificateCheck">Gives the check of a PLC's certificate.</param>
/// <param name="WireLog">Gives what is shown all that passes on the wire of a PLC; null: nobody looks.</param>
public sealed record S7PlusHooks(Func<PlcDefinition, S7PlusCertificateCheck> CertificateCheck, Func<PlcDefinition, Action<S7PlusWireEntry>?> WireLog)
{
    /// <summary>How to connect to a PLC with <c>protocol: s7plus</c>.</summary>
    /// <exception cref="ArgumentException">The PLC speaks classic S7.</exception>
    public S7PlusConnectionOptions OptionsOf(PlcDefinition plc)
    {
        if (plc.S7Plus is not { } settings)
            throw new ArgumentException($"{plc.Name} speaks classic S7.", nameof(plc));
        return new S7PlusConnectionOptions
        {
            Host = plc.Connection.Host,
            Port = plc.Connection.Port,
            Second = plc.Connection.Second,
            Bind = plc.Connection.Bind,
            Timeout = plc.Connection.Timeout,
            Password = settings.Password is { } password ? _ => ValueTask.FromResult(new S7PlusPassword(password, settings.User)) : null,
            CertificateCheck = CertificateCheck(plc),
            WireLog = WireLog(plc),
        };
    }
}
