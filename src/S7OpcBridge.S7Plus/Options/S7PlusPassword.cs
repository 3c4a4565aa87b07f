using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.S7Plus;

/// <summary>A password for a CPU, with a user name where the CPU has users. <see cref="Dispose"/> wipes it; it never appears in a text.</summary>
public sealed class S7PlusPassword : IDisposable
{
    private readonly byte[] _bytes;

    /// <summary>Copies the password.</summary>
    /// <param name="user">The user name; empty: the CPU has access levels with passwords only.</param>
    public S7PlusPassword(ReadOnlySpan<char> password, string user = "")
    {
        _bytes = new byte[Encoding.UTF8.GetByteCount(password)];
        Encoding.UTF8.GetBytes(password, _bytes);
        User = user;
    }

    /// <summary>The user name; empty where there is none.</summary>
    public string User { get; }

    /// <summary>The password in UTF-8; zeros once wiped.</summary>
    internal ReadOnlySpan<byte> Bytes => _bytes;

    /// <summary>Wipes the password.</summary>
    public void Dispose() => CryptographicOperations.ZeroMemory(_bytes);

    /// <summary>A text without the password.</summary>
    public override string ToString() => User.Length > 0 ? $"password of {User}" : "password";
}
