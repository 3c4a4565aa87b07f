using System.Globalization;
using System.Xml.Linq;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>Makes structures of the interfaces of blocks and PLC data types, each interface once.</summary>
/// <param name="store">The project.</param>
/// <param name="draft">Knows the wished language.</param>
/// <param name="spot">Where findings point to.</param>
internal sealed class BlockInterfaces(PlfStore store, ImportDraft draft, SourceLocation spot)
{
    // Members of the user have ids from 51 on; those below are the sections of a block.
    private const int Input = 2,
        InOut = 4,
        Static = 5;
    private const int NotAccessible = 1,
        NotWritable = 8;

    private readonly Dictionary<PlfObject, BlockInterface?> _known = [];
    private readonly Dictionary<long, string> _names = [];

    /// <summary>The interface of a block, data block or PLC data type; null where it has none that can be read.</summary>
    /// <exception cref="ImportException">A document is broken.</exception>
    public BlockInterface? InterfaceOf(PlfObject owner)
    {
        var root = owner.One("CurrentInterface") ?? owner.One("Source");
        // An instance has values of its own only, and the interface of its type as its first part.
        if (root is not null && root.Word("IInterfacePartData.Kind") == "Values")
            root = root.Many("UsedParts", "InterfacePartData") is [{ } first, ..] ? first : null;
        return root is null ? null : FromRoot(root, 0);
    }

    private BlockInterface? FromRoot(PlfObject root, int depth)
    {
        // An interface that is being read and comes up inside itself is broken.
        if (_known.TryGetValue(root, out var known) || depth > ImportLimits.Depth)
            return known;
        _known.Add(root, null);
        var scope = new InterfaceScope(root, draft.Options.Language, spot);
        if (scope.Root is null)
            return null;
        var body = new UserType("", spot) { IsFromSource = true, Used = true };
        var result = new BlockInterface(body, root.One("UsedByBlock"));
        foreach (var member in scope.Root.All("Member"))
        {
            if (IdOf(member) is not (>= 1 and < 51 and var section) || member.Text("RID") is { Length: > 0 } rid && rid != "0xFFFF")
                Add(result, member, scope, 0, depth);
            else if (section is >= Input and <= Static)
                AddSection(result, member, section, scope, depth);
        }
        return _known[root] = result;
    }

    private void AddSection(BlockInterface result, XElement section, int id, InterfaceScope scope, int depth)
    {
        var first = result.Body.Members.Count;
        IReadOnlyList<XElement> members = [.. section.All("Member")];
        if (members.Count == 0)
            members = scope.MembersOf(scope.PartOf(section, isNamed: false));
        foreach (var member in members)
            Add(result, member, scope, int.TryParse(section.Text("StdO"), out var bits) ? bits : 0, depth);
        for (var i = first; i < result.Body.Members.Count; i++)
            result.Body.Members[i] = result.Body.Members[i] with { StartsSection = i == first, IsInOut = id == InOut };
    }

    private void Add(BlockInterface result, XElement member, InterfaceScope scope, int start, int depth)
    {
        if (MemberOf(member, scope, "", depth) is not { } made)
            return;
        result.Body.Members.Add(made);
        if (scope.OffsetOf(member) is { } bits)
            result.Offsets.TryAdd(made.Name, start + bits);
    }

    private UserTypeMember? MemberOf(XElement member, InterfaceScope scope, string path, int depth)
    {
        // An AT view shows the bytes of another member, and takes none of its own.
        if (member.Text("AtMemberID").Length > 0 || depth > ImportLimits.Depth)
            return null;
        path = path.Length == 0 ? member.Text("ID") : $"{path}:{member.Text("ID")}";
        var flags = int.TryParse(member.Text("MFlags"), out var number) ? number : 1;
        var type = scope.Fill(TypeOf(member));
        var result = new UserTypeMember(member.Text("Name"), spot, type, spot)
        {
            IsReadOnly = (flags & NotWritable) != 0 || IsMarked(member, "S7_ReadOnly", "true"),
            IsAccessible = (flags & NotAccessible) != 0,
            IsHidden = IsMarked(member, "S7_Visible", "false") && !IsMarked(member, "HMI_Visible", "true"),
            Details = scope.CommentOf(path) is { } words ? new TagDetails { Description = words } : null,
        };
        var (element, bounds) = Split(type);
        if (IsPlain(element))
            return result;
        UserType? nested;
        if (element.Equals("Struct", StringComparison.OrdinalIgnoreCase))
        {
            nested = new UserType(result.Name, spot) { IsFromSource = true, Used = true };
            IReadOnlyList<XElement> members = [.. member.All("Member")];
            foreach (var inner in members.Count > 0 ? members : scope.MembersOf(scope.PartOf(member, isNamed: false)))
            {
                if (MemberOf(inner, scope, path, depth + 1) is { } made)
                    nested.Members.Add(made);
            }
        }
        else
        {
            nested = scope.PartOf(member, isNamed: true) is { } part ? FromRoot(part, depth + 1)?.Body : null;
        }
        return nested is null ? result : result with { Type = null, Nested = nested, Bounds = bounds, Details = null };
    }

    // A number names an elementary type; a text stands beside it where the number does not tell all.
    private string TypeOf(XElement member)
    {
        if (member.Text("Type") is { Length: > 0 } text)
            return text.Replace("Array [", "Array[", StringComparison.Ordinal);
        if (
            member.Text("RID") is not ['0', 'x', .. var digits]
            || !uint.TryParse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var rid)
        )
            return "";
        return rid >> 24 is 0x91 or 0x93 ? "Struct" : NameOf(rid & 0xFFFF);
    }

    private string NameOf(long number)
    {
        if (_names.Count == 0)
        {
            // PLCs of other makers have numbers of their own.
            foreach (var type in store.All("DataTypeItemData"))
            {
                if (
                    type.Text("IDataTypeContent.Scope") is "S71500" or "S71200" or "S7300400"
                    && type.Whole("IDataTypeContent.DataTypeID") is { } id
                )
                    _names.TryAdd(id, type.Name);
            }
        }
        return _names.GetValueOrDefault(number, "");
    }

    // Array[0..9] of "Motor": the element, and the bounds with their brackets.
    private static (string Element, string Bounds) Split(string type)
    {
        var (open, close) = (type.IndexOf('['), type.IndexOf(']'));
        var of = close < 0 ? -1 : type.IndexOf(" of ", close, StringComparison.OrdinalIgnoreCase);
        return type.StartsWith("Array", StringComparison.OrdinalIgnoreCase) && open > 0 && of > 0
            ? (type[(of + 4)..].Trim(), type[open..(close + 1)])
            : (type, "");
    }

    // What the map knows by itself: elementary types, and system types with their places in a standard block.
    private static bool IsPlain(string element) =>
        !element.Contains('"')
        && (
            S7DataType.TryParse(element, out _, out _)
            || SystemTypes.Find(element) is not null
            || SystemTypes.IdentifierOf(element) is not null
            || SystemTypes.LengthOf(element) is not null
        );

    private static bool IsMarked(XElement member, string name, string value) =>
        member.All("LibData").Any(mark => mark.Text("n") == name && mark.Text("v") == value)
        || member
            .Descendants()
            .Any(mark => mark.Name.LocalName == "PayloadToken" && mark.Text("Name") == name && mark.Text("Value") == value);

    private static int? IdOf(XElement member) => int.TryParse(member.Text("ID"), out var id) ? id : null;
}

/// <summary>The interface of a block or type.</summary>
/// <param name="Body">Its members.</param>
/// <param name="Owner">The block that it was declared for; null: not known.</param>
internal sealed record BlockInterface(UserType Body, PlfObject? Owner)
{
    /// <summary>Bits at which the members of the outermost level lie in a block with standard access, by what the project says.</summary>
    public Dictionary<string, int> Offsets { get; } = new(StringComparer.Ordinal);
}
