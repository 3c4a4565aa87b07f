using System.Text;

namespace S7OpcBridge.NodesetTool;

/// <summary>An enumeration, with the numbers of the standard.</summary>
internal static class EnumFile
{
    public static string Write(DataType type)
    {
        var text = new StringBuilder($"/// <summary>{type.Name}, i={type.Id}.</summary>\npublic enum {type.Name}\n{{\n");
        foreach (var field in type.Fields)
            text.Append($"    {field.Name} = {field.Value},\n");
        return text.Append("}\n").ToString();
    }
}
