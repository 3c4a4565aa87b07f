using S7OpcBridge.Core;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.Tia;

/// <summary>Reads the members of a type, block or section, structures in structures included.</summary>
/// <param name="texts">Comments by text id, from the file beside a SIMATIC SD source; null: none.</param>
internal sealed class TiaMembers(TiaCursor at, FindingList findings, IReadOnlyDictionary<string, string>? texts)
{
    private const int LongestName = 256;

    /// <summary>Adds the members from here to the end of the structure or section.</summary>
    public void Read(UserType type) => ReadMembers(type, depth: 0);

    /// <summary>Counts one more declaration; false: there are too many, and the rest of the file is passed over.</summary>
    public bool TryCount()
    {
        if (findings.Size.TryCountDeclared())
            return true;
        findings.Error(
            at.Token.Spot,
            $"up to here the sources declare more than {MapSize.MaxDeclared:N0} members and start values; {MapSize.Advice}"
        );
        while (!at.AtEnd)
            at.Step();
        return false;
    }

    /// <summary>The word that ends a block or begins its values: where a source is cut off inside a structure, what was read of it still holds.</summary>
    public static bool AtEndOfBlock(TiaCursor at) =>
        at.Is("BEGIN") || at.Is("END_DATA_BLOCK") || at.Is("END_FUNCTION_BLOCK") || at.Is("END_TYPE");

    private void ReadMembers(UserType type, int depth)
    {
        if (depth > StandardLayout.MaxDepth)
        {
            findings.Error(
                at.Token.Spot,
                $"structures are nested more than {StandardLayout.MaxDepth} deep; is this a source exported from TIA Portal or STEP 7?"
            );
            while (!at.AtEnd)
                at.Step();
            return;
        }
        while (!at.Is("END_STRUCT") && !at.Is("END_VAR"))
        {
            if (at.AtEnd || AtEndOfBlock(at))
            {
                findings.Error(at.Token.Spot, $"the structure '{type.Name}' has no end; is the file cut off? Export it again");
                return;
            }
            if (at.Is("RETAIN") || at.Is("NON_RETAIN") || at.Is(";"))
            {
                at.Step();
                continue;
            }
            if (!TryCount())
                return;
            ReadMember(type, depth);
        }
        at.Step();
        if (at.Is(";"))
            at.Step();
    }

    private void ReadMember(UserType type, int depth)
    {
        var spot = at.Token.Spot;
        if (at.Token.Kind is not (TiaTokenKind.Word or TiaTokenKind.Quoted))
        {
            Refuse("the name of a member");
            return;
        }
        var name = at.Token.Text;
        if (name.Length > LongestName)
        {
            findings.Error(spot, $"the name of a member has {name.Length:N0} characters; TIA Portal and STEP 7 allow 128 at most");
            at.SkipToSemicolon();
            return;
        }
        at.Step();
        if (!at.Is(":"))
        {
            Refuse($"':' and a type behind '{name}'");
            return;
        }
        at.Step();
        var (isReadOnly, isNotAccessible) = (at.TakeReadOnly(), at.TakeHidden());
        var named = at.TakeTextId() is { } id ? texts?.GetValueOrDefault(id) : null;
        var typeSpot = at.Token.Spot;
        var bounds = TiaNames.ReadBounds(at);
        UserType? nested = null;
        string? typeName = null;
        if (at.Is("STRUCT"))
        {
            at.Step();
            nested = new UserType(name, spot) { Used = true, IsFromSource = true };
            ReadMembers(nested, depth + 1);
        }
        else
        {
            typeName = (bounds.Length == 0 ? "" : $"Array{bounds} of ") + TiaNames.ReadTypeName(at);
        }
        var start = nested is null ? TiaNames.ReadValue(at) : null;
        SkipValue(isNested: nested is not null);
        type.Members.Add(
            new UserTypeMember(name, spot, typeName, typeSpot)
            {
                Nested = nested,
                Bounds = bounds,
                Start = start,
                IsAccessible = !isNotAccessible,
                IsReadOnly = isReadOnly,
                Details =
                    nested is null && (string.IsNullOrWhiteSpace(at.Comment) ? named : at.Comment) is { } description
                        ? new TagDetails { Description = description }
                        : null,
            }
        );
    }

    // Start values end at the semicolon. A comment after it on the same line describes the member; END_STRUCT has already taken its own.
    private void SkipValue(bool isNested)
    {
        if (isNested)
            return;
        at.SkipToSemicolon();
        if (at.Is(";"))
            at.StepKeepingComment();
    }

    private void Refuse(string expected)
    {
        findings.Error(
            at.Token.Spot,
            $"'{at.Token.Text}' stands where {expected} should be; is this a source exported from TIA Portal or STEP 7?"
        );
        at.SkipToSemicolon();
    }
}
