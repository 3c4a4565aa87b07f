namespace S7OpcBridge.S7Plus;

/// <summary>The stages of an examination, in their order; each needs the one before.</summary>
public enum S7PlusExaminationStage : byte
{
    /// <summary>Name, route and TCP connection.</summary>
    Tcp,

    /// <summary>The COTP connect request for HMI access.</summary>
    Cotp,

    /// <summary>The request for TLS, in the clear.</summary>
    InitSsl,

    /// <summary>The TLS handshake.</summary>
    Tls,

    /// <summary>The check of the CPU's certificate.</summary>
    Certificate,

    /// <summary>The S7CommPlus session and the CPU's limits.</summary>
    Session,

    /// <summary>The password.</summary>
    Legitimation,

    /// <summary>The list of the CPU's blocks.</summary>
    Browse,

    /// <summary>Every symbol by itself.</summary>
    Symbols,
}
