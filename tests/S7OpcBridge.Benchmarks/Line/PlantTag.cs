using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>A tag of a benchmark's plant, spelled for everybody who reads it.</summary>
/// <param name="Address">As Siemens spells it.</param>
/// <param name="Type">As the map spells it.</param>
/// <param name="Nodes7">Address and type as nodes7 spells them.</param>
internal readonly record struct PlantTag(string Address, string Type, string Nodes7)
{
    /// <summary>A tag of a data block.</summary>
    public static PlantTag Of(in S7Address address, in S7DataType type)
    {
        var many = type.IsArray ? string.Create(CultureInfo.InvariantCulture, $".{type.ArrayLength}") : "";
        var where = type.Kind switch
        {
            S7TypeKind.Bool => string.Create(CultureInfo.InvariantCulture, $"X{address.Offset}.{address.Bit}{many}"),
            S7TypeKind.String => string.Create(CultureInfo.InvariantCulture, $"S{address.Offset}.{type.Capacity}"),
            S7TypeKind.Int => $"INT{address.Offset}{many}",
            S7TypeKind.DInt => $"DINT{address.Offset}{many}",
            S7TypeKind.UDInt => $"DWORD{address.Offset}{many}",
            S7TypeKind.Real => $"REAL{address.Offset}{many}",
            S7TypeKind.DTL => $"DTL{address.Offset}{many}",
            _ => throw new NotSupportedException($"Nobody has looked up how nodes7 spells {type}."),
        };
        return new PlantTag(address.ToString(), type.ToString(), $"DB{address.Db},{where}");
    }
}
