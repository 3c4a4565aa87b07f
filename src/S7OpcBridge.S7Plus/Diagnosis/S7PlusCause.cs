namespace S7OpcBridge.S7Plus;

/// <summary>Why a PLC or a symbol cannot be read by S7CommPlus: the cause behind the symptom.</summary>
public enum S7PlusCause : byte
{
    /// <summary>The host name has no address.</summary>
    NameUnknown,

    /// <summary>The local address to connect from is none of this machine's.</summary>
    BindFailed,

    /// <summary>This machine has no route to the address.</summary>
    NoRoute,

    /// <summary>Nobody answers at the address.</summary>
    NoAnswer,

    /// <summary>A machine is there, and nothing listens on the port.</summary>
    PortClosed,

    /// <summary>What listens there speaks no COTP or another S7CommPlus.</summary>
    NotS7Plus,

    /// <summary>The COTP connect request for HMI access is turned away: no free connection, or another family.</summary>
    NoHmiAccess,

    /// <summary>The CPU does not turn TLS on: firmware, project, or setting.</summary>
    NoTls,

    /// <summary>The TLS handshake failed.</summary>
    TlsFailed,

    /// <summary>The certificate is not the trusted one.</summary>
    CertificateNotTrusted,

    /// <summary>The CPU has no session free.</summary>
    NoFreeSession,

    /// <summary>The CPU gives no session for another reason.</summary>
    SessionRefused,

    /// <summary>The CPU lets nobody read without a password, and there is none.</summary>
    PasswordMissing,

    /// <summary>The password is wrong, or a user name is missing or too many.</summary>
    PasswordRefused,

    /// <summary>The connection was lost on the way.</summary>
    LinkLost,

    /// <summary>The CPU does not tell its blocks or types.</summary>
    BrowseRefused,

    /// <summary>There is no block and no PLC tag of this name.</summary>
    BlockMissing,

    /// <summary>The block is in load memory only: it has no values.</summary>
    BlockNotLoaded,

    /// <summary>The block has no member of this name.</summary>
    SymbolMissing,

    /// <summary>The symbol cannot be read as a path.</summary>
    BadPath,

    /// <summary>An index stands behind something that is no array.</summary>
    NotAnArray,

    /// <summary>An index is outside the array, or there are too few or too many.</summary>
    IndexOutOfBounds,

    /// <summary>A member is asked of an array as a whole.</summary>
    IndexMissing,

    /// <summary>The symbol is not accessible from HMI.</summary>
    SymbolHidden,

    /// <summary>Clients may write the tag, and the CPU takes no writes of it from HMI.</summary>
    SymbolReadOnly,

    /// <summary>The symbol has no value that can be read.</summary>
    NoValue,

    /// <summary>The type in the CPU is another than the map's.</summary>
    TypeDiffers,

    /// <summary>A text at an absolute address has another maximum length in the CPU than in the map.</summary>
    TextLength,

    /// <summary>Too many symbols are below it, nested too deep, or its type contains itself.</summary>
    SymbolTooLarge,

    /// <summary>The CPU refuses this item alone.</summary>
    ItemRefused,
}
