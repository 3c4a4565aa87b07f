using System.Collections.Frozen;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>The users at one moment; immutable.</summary>
internal sealed class UserList
{
    private readonly FrozenDictionary<string, UserEntry> _users;

    // What is checked where there is no such user: nobody knows its password.
    private readonly PasswordHash _nobody;

    /// <param name="users">The users.</param>
    /// <param name="roles">The roles of the users file.</param>
    public UserList(IReadOnlyCollection<UserEntry> users, IReadOnlyList<RoleEntry>? roles = null)
    {
        (All, Roles) = (users, roles ?? []);
        _users = users.ToFrozenDictionary(user => user.Name, StringComparer.Ordinal);
        var rounds = users.Select(user => user.Password?.Rounds ?? 0).Append(PasswordHash.MinRounds).Max();
        _nobody = new PasswordHash(rounds, RandomNumberGenerator.GetBytes(16), RandomNumberGenerator.GetBytes(64));
    }

    /// <summary>In the order of the file.</summary>
    public IReadOnlyCollection<UserEntry> All { get; }

    /// <summary>The roles of the users file: its own, and what sessions need to have a well-known one.</summary>
    public IReadOnlyList<RoleEntry> Roles { get; }

    /// <summary>How many there are.</summary>
    public int Count => _users.Count;

    /// <summary>A user by name, or null.</summary>
    public UserEntry? Find(string name) => _users.GetValueOrDefault(name);

    /// <summary>Whose certificate it is, or null: what names it most closely counts.</summary>
    public UserEntry? Find(X509Certificate2 certificate) =>
        All.Where(user => user.Certificate?.Fits(certificate) == true).MaxBy(user => user.Certificate!.Specificity);

    /// <summary>The user with this name and password, or null. A name that does not exist costs as much as one that does, with whatever password.</summary>
    public UserEntry? Check(string name, ReadOnlySpan<byte> password)
    {
        var known = _users.GetValueOrDefault(name);
        var isRight = (known?.Password ?? _nobody).Verify(password);
        // Hashes of fewer rounds than the costliest one are made up for, else they would tell that the name exists.
        if (known?.Password is { } hash && hash.Rounds < _nobody.Rounds)
            (_nobody with { Rounds = _nobody.Rounds - hash.Rounds }).Verify(password);
        return isRight ? known : null;
    }
}
