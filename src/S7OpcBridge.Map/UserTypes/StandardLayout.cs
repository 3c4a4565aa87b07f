using S7OpcBridge.Map.Findings;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>
/// Lays out blocks with standard (non-optimised) access by the rules of TIA Portal and STEP 7: Bools fill a byte from bit 0; members of one byte take the next
/// byte; all others begin at an even byte; arrays, strings and structures also end at one.
/// </summary>
/// <param name="types">Knows the types of members.</param>
/// <param name="findings">Receives errors and warnings.</param>
/// <param name="cutsAll">True: a structure of a source ends at a member of any unknown type; see <see cref="UnknownMembers"/>.</param>
internal sealed class StandardLayout(TypeResolver types, FindingList findings, bool cutsAll = false)
{
    /// <summary>Limit of nested structures; TIA Portal allows eight.</summary>
    public const int MaxDepth = 64;

    /// <summary>Bytes of the longest block.</summary>
    public const int LongestBlock = 65536;

    private readonly HashSet<UserType> _open = [];

    /// <summary>The layout of a structure, computed once; null after findings.</summary>
    public StructLayout? LayoutOf(UserType type)
    {
        if (type.Layout is not null)
            return type.Layout;
        if (type.HasNoLayout)
            return null;
        if (_open.Count > MaxDepth)
        {
            findings.Error(type.Spot, $"the type '{type.Name}' is nested more than {MaxDepth} deep; flatten the types around it");
            return null;
        }
        if (!_open.Add(type))
        {
            findings.Error(type.Spot, $"the type '{type.Name}' contains itself; remove the member that leads back to it");
            return null;
        }
        var cursor = new Cursor(findings.Size);
        var good = true;
        var unknown = new UnknownMembers(type, types, findings, cutsAll);
        foreach (var member in type.Members)
        {
            if (unknown.IsCut)
                unknown.Pass(member);
            else
                good &= Place(member, cursor, unknown);
        }
        unknown.RemoveLeftOut();
        _open.Remove(type);
        if (!good)
        {
            type.HasNoLayout = true;
            return null;
        }
        cursor.Even();
        return type.Layout = new StructLayout(cursor.Leaves, cursor.Byte) { IsCut = unknown.IsCut, Lost = unknown.Lost };
    }

    private bool Place(UserTypeMember member, Cursor cursor, UnknownMembers unknown)
    {
        if (member.StartsSection)
            cursor.Even();
        var error = "";
        var type =
            member.Nested is null ? types.Resolve(member.Type!, out error)
            : types.BoundsOf(member, out error) is { } bounds ? new TypeReference(default, member.Nested, bounds)
            : null;
        if (unknown.TryPass(member, type, error, out var length))
        {
            cursor.Even();
            cursor.Skip(length);
            return true;
        }
        if (type is null)
        {
            findings.Error(member.TypeSpot, error);
            return false;
        }
        if (type.User is null)
            cursor.Add(member, type.Elementary);
        else if (StructureDetails.ValueKeys(member.Details, member.UaType) is { } keys)
        {
            findings.Error(member.TypeSpot, $"{keys} with a value, and '{type.User.Name}' is a structure; set it for its member");
            return false;
        }
        else if (
            LayoutOf(type.User) is not { } inner
            || !PlaceStructures(
                member,
                inner,
                inner.IsCut ? [.. type.Bounds.Select(bounds => bounds with { Upper = bounds.Lower })] : type.Bounds,
                cursor
            )
        )
            return false;
        else
        {
            unknown.Inherit(member, type.Bounds, inner);
            if (inner.IsCut)
                unknown.CutBehind(member);
        }
        if (cursor.IsFull)
        {
            findings.Error(
                member.Spot,
                $"up to '{member.Name}' the structures have more than {MapSize.MaxMembers:N0} members, those of structures inside "
                    + "them and of array elements included; check the types and array bounds"
            );
            return false;
        }
        if (cursor.Byte <= LongestBlock)
            return true;
        findings.Error(
            member.Spot,
            $"'{member.Name}' ends beyond byte {LongestBlock}, the end of the largest block; check the array bounds"
        );
        return false;
    }

    private static bool PlaceStructures(UserTypeMember member, StructLayout inner, IReadOnlyList<ArrayBounds> bounds, Cursor cursor)
    {
        cursor.Even();
        // Elements without bytes have no members either, however many there are.
        if (inner.Bytes == 0)
            return true;
        foreach (var index in StructIndexes.Enumerate(bounds))
        {
            foreach (var leaf in inner.Leaves)
            {
                if (!cursor.TryCount(member.Name.Length + index.Length + 1 + leaf.Path.Length))
                    return true;
                cursor.Leaves.Add(
                    leaf with
                    {
                        Path = $"{member.Name}{index}/{leaf.Path}",
                        Offset = cursor.Byte + leaf.Offset,
                        Member = WithInherited(member, leaf),
                    }
                );
            }
            cursor.Skip(inner.Bytes);
            if (cursor.Byte > LongestBlock)
                break;
        }
        return true;
    }

    /// <summary>The inner member with the settings inherited from its structure.</summary>
    private static UserTypeMember WithInherited(UserTypeMember structure, in StructLeaf leaf) =>
        structure.Access is null && !StructureDetails.HasForMembers(structure.Details)
            ? leaf.Member
            : leaf.Member with
            {
                Access = leaf.Member.Access ?? structure.Access,
                Details = StructureDetails.Inherit(
                    structure.Details,
                    leaf.Member.Details,
                    leaf.Member.UaType is null ? leaf.Type : default
                ),
            };

    private sealed class Cursor(MapSize size)
    {
        private int _bit;

        public List<StructLeaf> Leaves { get; } = [];

        /// <summary>Offset of the next byte.</summary>
        public int Byte { get; private set; }

        /// <summary>True once there are too many members in all structures together.</summary>
        public bool IsFull { get; private set; }

        /// <summary>Counts a member before it is added.</summary>
        public bool TryCount(int path) => !(IsFull |= !size.TryCountMember(path));

        public void Even()
        {
            WholeByte();
            Byte += Byte & 1;
        }

        public void Skip(int bytes) => Byte += bytes;

        public void Add(UserTypeMember member, S7DataType type)
        {
            if (!TryCount(member.Name.Length))
                return;
            if (type is { Kind: S7TypeKind.Bool, IsArray: false })
            {
                if (!member.IsHidden)
                    Leaves.Add(new StructLeaf(member.Name, Byte, (byte)_bit, type, member));
                if (++_bit == 8)
                    WholeByte();
                return;
            }
            var bytes = type.ByteLength();
            var small = bytes == 1 && !type.IsArray && type.Capacity == 0;
            if (small)
                WholeByte();
            else
                Even();
            if (!member.IsHidden)
                Leaves.Add(new StructLeaf(member.Name, Byte, 0, type, member));
            Byte += bytes;
            if (!small)
                Even();
        }

        private void WholeByte()
        {
            Byte += _bit > 0 ? 1 : 0;
            _bit = 0;
        }
    }
}
