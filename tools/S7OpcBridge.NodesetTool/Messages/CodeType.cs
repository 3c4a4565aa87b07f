namespace S7OpcBridge.NodesetTool;

/// <summary>How a field looks in C#: its type, what reads and writes it, and the fewest bytes it takes.</summary>
internal sealed record CodeType(string Name, string Default, string Read, string Write, int MinSize)
{
    // By built-in type: C# name, part of the reader's and writer's method names, fewest bytes, whether arrays are copied in one go.
    private static readonly (string Name, string Method, int MinSize, bool IsPlain)[] BuiltIns =
    [
        default,
        ("bool", "Boolean", 1, false),
        ("sbyte", "SByte", 1, true),
        ("byte", "Byte", 1, true),
        ("short", "Int16", 2, true),
        ("ushort", "UInt16", 2, true),
        ("int", "Int32", 4, true),
        ("uint", "UInt32", 4, true),
        ("long", "Int64", 8, true),
        ("ulong", "UInt64", 8, true),
        ("float", "Float", 4, true),
        ("double", "Double", 8, true),
        ("string?", "String", 4, false),
        ("long", "DateTime", 8, false),
        ("Guid", "Guid", 16, false),
        ("byte[]?", "ByteString", 4, false),
        ("string?", "String", 4, false),
        ("NodeId", "NodeId", 2, false),
        ("ExpandedNodeId", "ExpandedNodeId", 2, false),
        ("StatusCode", "StatusCode", 4, true),
        ("QualifiedName", "QualifiedName", 6, false),
        ("LocalizedText", "LocalizedText", 1, false),
        ("ExtensionObject?", "ExtensionObject", 3, false),
        ("DataValue", "DataValue", 1, false),
        ("Variant", "Variant", 1, false),
        ("DiagnosticInfo?", "DiagnosticInfo", 1, false),
    ];

    /// <summary>True where the field's type is a class or enum of our own making.</summary>
    public static bool IsGenerated(DataTypes types, Field field) =>
        types.IsEnumeration(field.DataType) || (IsConcrete(types, field) && !field.AllowsSubtypes);

    public static CodeType Of(DataTypes types, Field field, Func<DataType, int> minSize)
    {
        if (field.IsOptional || field.ValueRank is not (-1 or 1))
            throw new NotSupportedException($"Field {field.Name}: optional fields and matrices occur in no message so far.");
        var isArray = field.ValueRank == 1;
        var name = field.Name;
        if (types.IsEnumeration(field.DataType))
        {
            var type = types[field.DataType].Name;
            return isArray
                ? new CodeType(type + "[]", "[]", $"reader.ReadNumbers<{type}>() ?? []", $"writer.WriteNumbers({name})", 4)
                : new CodeType(type, "", $"({type})reader.ReadInt32()", $"writer.WriteInt32((int){name})", 4);
        }

        if (IsGenerated(types, field))
        {
            var type = types[field.DataType];
            return isArray
                ? new CodeType(type.Name + "[]", "[]", $"reader.ReadStructures<{type.Name}>()", $"writer.WriteStructures({name})", 4)
                : new CodeType(type.Name, "new()", $"{type.Name}.Decode(ref reader)", $"{name}.Encode(ref writer)", minSize(type));
        }

        // What may be any structure goes as an extension object, what may be any number as a variant.
        var builtIn = types.IsStructure(field.DataType) ? WellKnown.Structure : types.BuiltIn(field.DataType);
        return isArray ? Array(name, builtIn) : Scalar(name, builtIn);
    }

    private static bool IsConcrete(DataTypes types, Field field) =>
        types.IsStructure(field.DataType) && field.DataType != WellKnown.Structure && !types[field.DataType].IsAbstract;

    private static CodeType Scalar(string name, uint builtIn)
    {
        var (type, method, size, _) = BuiltIns[builtIn];
        return new CodeType(type, "", $"reader.Read{method}()", $"writer.Write{method}({name})", size);
    }

    private static CodeType Array(string name, uint builtIn)
    {
        var (type, method, _, isPlain) = BuiltIns[builtIn];
        return isPlain
            ? new CodeType(type + "[]", "[]", $"reader.ReadNumbers<{type}>() ?? []", $"writer.WriteNumbers({name})", 4)
            : new CodeType(
                type + "[]",
                "[]",
                $"reader.ReadArrayOf<{type}>(BuiltInType.{method})",
                $"writer.WriteArray(BuiltInType.{method}, {name})",
                4
            );
    }
}
