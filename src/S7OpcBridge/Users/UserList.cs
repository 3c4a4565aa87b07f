using System.Collections.Frozen;
using System.Security.Cryptography;

namespace S7OpcBridge;

/// <summary>The users at one moment; immutable.</summary>
internal sealed class UserList
{
    private readonly FrozenDictionary<string, UserEntry> _users;

    // What is checked where there is no such user: nobody knows its password.
    private readonly PasswordHash _nobody;

    public UserList(IReadOnlyCollection<UserEntry> users)
    {
        _users = users.ToFrozenDictionary(user => user.Name, StringComparer.Ordinal);
        var rounds = users.Count == 0 ? PasswordHash.MinRounds : users.Max(user => user.Password.Rounds);
        _nobody = new PasswordHash(rounds, RandomNumberGenerator.GetBytes(16), RandomNumberGenerator.GetBytes(64));
    }

    /// <summary>How many there are.</summary>
    public int Count => _users.Count;

    /// <summary>The user with this name and password, or null. A name that does not exist costs as much as one that does, with whatever password.</summary>
    public UserEntry? Check(string name, ReadOnlySpan<byte> password)
    {
        var known = _users.GetValueOrDefault(name);
        var isRight = (known?.Password ?? _nobody).Verify(password);
        // Hashes of fewer rounds than the costliest one are made up for, else they would tell that the name exists.
        if (known is not null && known.Password.Rounds < _nobody.Rounds)
            (_nobody with { Rounds = _nobody.Rounds - known.Password.Rounds }).Verify(password);
        return isRight ? known : null;
    }
}
