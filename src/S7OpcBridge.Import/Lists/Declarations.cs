using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Import.Lists;

/// <summary>Compares what several sources declare under one name.</summary>
internal static class Declarations
{
    /// <summary>
    /// True where both have the same members in the same order: names and types, however they are spelled; comments and start values do not count.
    /// </summary>
    public static bool AreSame(UserType one, UserType other)
    {
        if (ReferenceEquals(one, other))
            return true;
        if (one.Members.Count != other.Members.Count)
            return false;
        for (var i = 0; i < one.Members.Count; i++)
        {
            if (!AreSame(one.Members[i], other.Members[i]))
                return false;
        }
        return true;
    }

    private static bool AreSame(UserTypeMember one, UserTypeMember other) =>
        one.Name.Equals(other.Name, StringComparison.OrdinalIgnoreCase)
        && Plain(one.Type) == Plain(other.Type)
        && Plain(one.Bounds) == Plain(other.Bounds)
        && (one.Nested, other.Nested) switch
        {
            (null, null) => true,
            ({ } first, { } second) => AreSame(first, second),
            _ => false,
        };

    private static string Plain(string? type) =>
        type is null ? "" : new string([.. type.Where(c => !char.IsWhiteSpace(c) && c is not '"')]).ToUpperInvariant();
}
