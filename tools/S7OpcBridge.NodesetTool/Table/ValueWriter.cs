using System.Buffers.Binary;
using System.Globalization;
using System.Xml.Linq;

namespace S7OpcBridge.NodesetTool;

/// <summary>A variable's value: a kind byte, then numbers and texts of the table, so that the hundreds of argument lists stay small.</summary>
internal sealed class ValueWriter(Nodeset nodes, PackedWriter output)
{
    private static readonly XNamespace Types = "http://opcfoundation.org/UA/2008/02/Types.xsd";

    /// <summary>False for variables without a value, and for the two dictionaries (half a megabyte) of the type system before OPC UA 1.04.</summary>
    public static bool Supports(XElement node) =>
        node.Element(Nodeset.Xml + "Value") is { } value && value.Elements().Single().Name.LocalName != "ByteString";

    public void Write(XElement value)
    {
        var content = value.Elements().Single();
        switch (content.Name.LocalName)
        {
            case "Boolean":
                output.Byte(0);
                output.Byte((bool)content ? 1 : 0);
                break;
            case "Int32":
                output.Byte(1);
                output.Signed((int)content);
                break;
            case "UInt32":
                output.Byte(2);
                output.Number((uint)content);
                break;
            case "DateTime":
                output.Byte(3);
                Span<byte> ticks = stackalloc byte[8];
                var time = DateTime.Parse(content.Value, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal);
                BinaryPrimitives.WriteInt64LittleEndian(ticks, time.ToFileTimeUtc()); // both count from 1601
                output.Raw(ticks);
                break;
            case "String":
                output.Byte(4);
                output.Text(content.Value);
                break;
            case "LocalizedText":
                output.Byte(5);
                output.Text(Text(content));
                break;
            case "ListOfString":
                List(6, content, s => output.Text(s.Value));
                break;
            case "ListOfLocalizedText":
                List(7, content, t => output.Text(Text(t)));
                break;
            case "ListOfInt32":
                List(8, content, n => output.Signed((int)n));
                break;
            case "ExtensionObject":
                output.Byte(9);
                Unit(Body(content));
                break;
            default:
                Structures(content);
                break;
        }
    }

    private static string Text(XElement localizedText) => localizedText.Element(Types + "Text")?.Value.Trim() ?? "";

    private static XElement Body(XElement extensionObject) => extensionObject.Element(Types + "Body")!.Elements().Single();

    private void List(int kind, XElement content, Action<XElement> element)
    {
        output.Byte(kind);
        output.Number((uint)content.Elements().Count());
        foreach (var item in content.Elements())
            element(item);
    }

    private void Structures(XElement content)
    {
        switch (content.Elements().Select(e => Body(e).Name.LocalName).Distinct().ToArray())
        {
            case [] or ["Argument"]:
                List(10, content, e => Argument(Body(e)));
                break;
            case ["EnumValueType"]:
                List(11, content, e => EnumValue(Body(e)));
                break;
            default:
                throw new NotSupportedException($"A value of {content.Name.LocalName}.");
        }
    }

    private void Argument(XElement argument)
    {
        output.Text(argument.Element(Types + "Name")!.Value);
        output.Number(nodes.Id(argument.Element(Types + "DataType")!.Element(Types + "Identifier")!.Value));
        var dimensions = argument.Element(Types + "ArrayDimensions")?.Elements().Select(e => (uint)e).ToArray() ?? [];
        PackedRank.Write(output, (int)argument.Element(Types + "ValueRank")!, dimensions);
    }

    private void EnumValue(XElement value)
    {
        output.Signed((int)value.Element(Types + "Value")!);
        output.Text(Text(value.Element(Types + "DisplayName")!));
        output.Text(value.Element(Types + "Description") is { } description ? Text(description) : "");
    }

    private void Unit(XElement unit)
    {
        output.Text(unit.Element(Types + "NamespaceUri")!.Value);
        output.Signed((int)unit.Element(Types + "UnitId")!);
        output.Text(Text(unit.Element(Types + "DisplayName")!));
        output.Text(Text(unit.Element(Types + "Description")!));
    }
}
