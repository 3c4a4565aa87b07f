using System.Collections;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>
/// The roles of a user. The stack carries them as names from the login to every question about a permission; what they add up to is decided once, so that the
/// question costs a type check and not a search.
/// </summary>
internal sealed class UserRoles(params IReadOnlyList<string> names) : IReadOnlyList<string>
{
    /// <summary>What they may do together with nodes of the PLCs, without what everybody may.</summary>
    public NodePermissions Permissions { get; } = names.Aggregate(Role.AuthenticatedUser.Permissions, (sum, name) => sum | Role.Named(name).Permissions);

    public int Count => names.Count;

    public string this[int index] => names[index];

    public IEnumerator<string> GetEnumerator() => names.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
