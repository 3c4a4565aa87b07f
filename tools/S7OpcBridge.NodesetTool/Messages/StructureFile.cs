using System.Text;

namespace S7OpcBridge.NodesetTool;

/// <summary>A structure as a class: properties, constructor, decoder, encoder.</summary>
internal sealed class StructureFile(DataTypes types, DataType type)
{
    private readonly (string Name, CodeType Code)[] _fields = Fields(types, type);

    public string Write()
    {
        var name = type.Name;
        var text = new StringBuilder(
            $"/// <summary>{name}, i={type.Id}.</summary>\npublic sealed class {name} : IUaStructure<{name}>\n{{\n"
        );
        text.Append(
            $"    /// <summary>Numeric id of the Default Binary encoding.</summary>\n    public const uint EncodingId = {type.BinaryEncoding};\n\n"
        );
        Constructors(text);
        foreach (var (field, code) in _fields)
            text.Append($"    public {code.Name} {field} {{ get; set; }}\n\n");
        text.Append("    uint IUaStructure.BinaryEncodingId => EncodingId;\n\n")
            .Append($"    static int IUaStructure<{name}>.MinEncodedSize => {MinSize(types, type)};\n\n")
            .Append($"    public static {name} Decode(ref UaReader reader) => new(ref reader);\n\n");
        Encoder(text);
        return text.Append("}\n").ToString();
    }

    private static (string Name, CodeType Code)[] Fields(DataTypes types, DataType type) =>
        [.. types.AllFields(type).Select(f => (f.Name, CodeType.Of(types, f, t => MinSize(types, t))))];

    // A structure without fields still counts for a byte: lengths are bounded by dividing by it.
    private static int MinSize(DataTypes types, DataType type) => Math.Max(1, Fields(types, type).Sum(f => f.Code.MinSize));

    private void Constructors(StringBuilder text)
    {
        text.Append($"    public {type.Name}()\n    {{\n");
        foreach (var (field, code) in _fields.Where(f => f.Code.Default.Length > 0))
            text.Append($"        {field} = {code.Default};\n");
        text.Append($"    }}\n\n    private {type.Name}(ref UaReader reader)\n    {{\n");
        foreach (var (field, code) in _fields)
            text.Append($"        {field} = {code.Read};\n");
        text.Append("    }\n\n");
    }

    private void Encoder(StringBuilder text)
    {
        text.Append("    public void Encode(ref UaWriter writer)\n    {\n");
        foreach (var (_, code) in _fields)
            text.Append($"        {code.Write};\n");
        text.Append("    }\n");
    }
}
