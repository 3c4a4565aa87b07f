using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Kepware;

/// <summary>A tag of Kepware as its CSV and its JSON tell it.</summary>
internal sealed record KepwareTag
{
    /// <summary>Channel and device; empty in a CSV.</summary>
    public string Plc { get; init; } = "";

    /// <summary>Groups and name, separated by dots.</summary>
    public required string Name { get; init; }

    public required string Address { get; init; }

    /// <summary>Kepware's name of the data type; empty: by the address.</summary>
    public string DataType { get; init; } = "";

    public bool IsReadOnly { get; init; }

    public bool IsWriteOnly { get; init; }

    public TimeSpan? Rate { get; init; }

    /// <summary>None, Linear or Square Root.</summary>
    public string Scaling { get; init; } = "";

    public (double? Low, double? High) Raw { get; init; }

    public (double? Low, double? High) Scaled { get; init; }

    public bool ClampLow { get; init; }

    public bool ClampHigh { get; init; }

    public bool Negate { get; init; }

    /// <summary>True where the device has its numbers in little-endian order.</summary>
    public bool IsLittleEndian { get; init; }

    public string Unit { get; init; } = "";

    public string Description { get; init; } = "";

    public required SourceLocation Spot { get; init; }

    /// <summary>Puts the tag into the list, or says why not.</summary>
    public void AddTo(ImportDraft draft)
    {
        if (!KepwareAddress.TryRead(Address, DataType, out var address, out var type, out var fault))
        {
            draft.LeaveOut(Spot, Name, fault);
            return;
        }
        var scale = ScaleOf(draft, type);
        if (
            type.Kind is S7TypeKind.Time or S7TypeKind.TimeOfDay or S7TypeKind.Date or S7TypeKind.DateAndTime or S7TypeKind.DTL
            && DataType.StartsWith("String", StringComparison.OrdinalIgnoreCase)
        )
            draft.Change(
                Spot,
                Name,
                $"{type} is {(type.ValueKind == S7ValueKind.Duration ? "a Duration in milliseconds" : "a DateTime")}, where Kepware gave "
                    + "a text"
            );
        draft.Add(
            new ImportedTag
            {
                Plc = Plc,
                Path = Name.Split('.'),
                Address = address,
                Type = type,
                Access =
                    IsReadOnly ? TagAccess.Read
                    : IsWriteOnly ? TagAccess.Write
                    : TagAccess.ReadWrite,
                Rate = Rate,
                UaType = draft.Options.LikeKepware && type.Kind == S7TypeKind.Time ? "Int32" : null,
                NodeId = draft.Options.KeepNodeIds && (Plc.Length > 0 ? Plc : draft.Options.Plc) is { } device ? $"{device}.{Name}" : null,
                Details = new TagDetails
                {
                    Scale = scale,
                    Swap = SwapOf(type),
                    Unit = Unit.Length > 0 ? Unit : null,
                    Description = Description.Length > 0 ? Description : null,
                },
                Spot = Spot,
            }
        );
    }

    // Texts, dates and times keep their bytes; Kepware turns numbers only.
    private TagSwap SwapOf(S7DataType type) =>
        !IsLittleEndian || type.ValueKind is not (>= S7ValueKind.SByte and <= S7ValueKind.Double) ? TagSwap.None
        : type.Kind is S7TypeKind.Timer or S7TypeKind.Counter ? TagSwap.None
        : type.ElementSize switch
        {
            2 => TagSwap.Byte,
            4 or 8 => TagSwap.Both,
            _ => TagSwap.None,
        };

    private TagScale? ScaleOf(ImportDraft draft, S7DataType type)
    {
        if (Scaling.Length == 0 || Scaling.Equals("None", StringComparison.OrdinalIgnoreCase))
            return null;
        if (type.IsArray || type.ValueKind is not (>= S7ValueKind.SByte and <= S7ValueKind.Double))
        {
            draft.Change(Spot, Name, $"its scaling is left out, because {type} is not one number");
            return null;
        }
        if (
            Raw is not { Low: { } rawLow, High: { } rawHigh }
            || Scaled is not { Low: { } low, High: { } high }
            || rawLow == rawHigh
            || low == high
        )
        {
            draft.Change(Spot, Name, "its scaling is left out, because its ends are missing or equal");
            return null;
        }
        if (ClampLow != ClampHigh)
            draft.Change(Spot, Name, "the value stays within both ends of the scale, where Kepware held it at one");
        return new TagScale(rawLow, rawHigh, low, high)
        {
            SquareRoot = Scaling.StartsWith("Square", StringComparison.OrdinalIgnoreCase),
            Clamp = ClampLow || ClampHigh,
            Negate = Negate,
        };
    }
}
