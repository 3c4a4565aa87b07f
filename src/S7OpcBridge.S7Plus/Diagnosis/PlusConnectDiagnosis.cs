namespace S7OpcBridge.S7Plus.Diagnosis;

/// <summary>What a failure to connect means.</summary>
internal static class PlusConnectDiagnosis
{
    private const short NoSessionFree = -113;

    public static S7PlusDiagnosis Diagnose(S7PlusException failure, bool hasPassword) =>
        failure switch
        {
            S7PlusTrustException { Stage: S7PlusStage.Certificate } => new(
                S7PlusExaminationStage.Certificate,
                S7PlusCause.CertificateNotTrusted,
                failure.Message,
                PlusRemedies.Certificate
            ),
            S7PlusTrustException when !hasPassword => new(
                S7PlusExaminationStage.Legitimation,
                S7PlusCause.PasswordMissing,
                failure.Message,
                PlusRemedies.NeedPassword,
                PlusRemedies.NeedPasswordCost
            ),
            S7PlusTrustException => new(
                S7PlusExaminationStage.Legitimation,
                S7PlusCause.PasswordRefused,
                failure.Message,
                PlusRemedies.WrongPassword
            ),
            S7PlusRefusedException { Code.Code: NoSessionFree } => new(
                S7PlusExaminationStage.Session,
                S7PlusCause.NoFreeSession,
                failure.Message,
                PlusRemedies.Connections
            ),
            S7PlusRefusedException => new(
                S7PlusExaminationStage.Session,
                S7PlusCause.SessionRefused,
                failure.Message,
                PlusRemedies.Session
            ),
            S7PlusProtocolException { Stage: <= S7PlusStage.InitSsl } protocol => new(
                StageOf(protocol.Stage),
                S7PlusCause.NotS7Plus,
                failure.Message,
                PlusRemedies.OtherProtocol
            ),
            S7PlusProtocolException => new(
                S7PlusExaminationStage.Session,
                S7PlusCause.SessionRefused,
                failure.Message,
                PlusRemedies.Session
            ),
            S7PlusLinkException link => Diagnose(link),
            _ => new(S7PlusExaminationStage.Session, S7PlusCause.LinkLost, failure.Message, PlusRemedies.Link),
        };

    private static S7PlusDiagnosis Diagnose(S7PlusLinkException link) =>
        (link.Stage, link.Cause) switch
        {
            (S7PlusStage.Resolve, _) => Tcp(
                link,
                S7PlusCause.NameUnknown,
                "Correct the host name, ask who runs the DNS server, or write the PLC's IP address."
            ),
            (S7PlusStage.Tcp, S7PlusLinkCause.BindFailed) => Tcp(link, S7PlusCause.BindFailed, "Correct 'bind' in the map, or remove it."),
            (S7PlusStage.Tcp, S7PlusLinkCause.Refused) => Tcp(link, S7PlusCause.PortClosed, PlusRemedies.Address),
            (S7PlusStage.Tcp, S7PlusLinkCause.Unreachable) => Tcp(link, S7PlusCause.NoRoute, PlusRemedies.Route),
            (S7PlusStage.Tcp, _) => Tcp(link, S7PlusCause.NoAnswer, PlusRemedies.Firewall),
            (S7PlusStage.Cotp, _) => new(
                S7PlusExaminationStage.Cotp,
                S7PlusCause.NoHmiAccess,
                link.Message,
                $"{PlusRemedies.OtherProtocol} " + $"{PlusRemedies.Connections}"
            ),
            (S7PlusStage.InitSsl, _) => new(
                S7PlusExaminationStage.InitSsl,
                S7PlusCause.NoTls,
                link.Message,
                PlusRemedies.Secure,
                PlusRemedies.HardwareDownload
            ),
            (S7PlusStage.Tls, _) => new(S7PlusExaminationStage.Tls, S7PlusCause.TlsFailed, link.Message, PlusRemedies.Handshake),
            _ => new(StageOf(link.Stage), S7PlusCause.LinkLost, link.Message, PlusRemedies.Link),
        };

    private static S7PlusDiagnosis Tcp(S7PlusLinkException link, S7PlusCause cause, string fix) =>
        new(S7PlusExaminationStage.Tcp, cause, link.Message, fix);

    private static S7PlusExaminationStage StageOf(S7PlusStage stage) =>
        stage switch
        {
            S7PlusStage.Resolve or S7PlusStage.Tcp => S7PlusExaminationStage.Tcp,
            S7PlusStage.Cotp => S7PlusExaminationStage.Cotp,
            S7PlusStage.InitSsl => S7PlusExaminationStage.InitSsl,
            S7PlusStage.Tls => S7PlusExaminationStage.Tls,
            S7PlusStage.Certificate => S7PlusExaminationStage.Certificate,
            S7PlusStage.Legitimation => S7PlusExaminationStage.Legitimation,
            _ => S7PlusExaminationStage.Session,
        };
}
