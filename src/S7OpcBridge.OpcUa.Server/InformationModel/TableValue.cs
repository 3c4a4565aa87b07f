using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>Unpacks a variable's value: argument lists, enumeration texts and a few scalars.</summary>
internal ref struct TableValue(NodeTable nodes, int position)
{
    private TableReader _reader = new(nodes.Bytes, position);

    public Variant Read()
    {
        var kind = _reader.Byte();
        switch (kind)
        {
            case 0:
                return Variant.From(_reader.Byte() != 0);
            case 1:
                return Variant.From(_reader.Signed());
            case 2:
                return Variant.From(_reader.Number());
            case 3:
                return Variant.FromDateTime(BinaryPrimitives.ReadInt64LittleEndian(_reader.Raw(8)));
            case 4:
                return Variant.From(Text());
            case 5:
                return Variant.From(new LocalizedText(Text()));
            case 9:
                return Variant.From(ExtensionObject.From(Unit()));
        }

        var count = (int)_reader.Number();
        return kind switch
        {
            6 => Variant.FromArray(BuiltInType.String, Texts(count)),
            7 => Variant.FromArray(BuiltInType.LocalizedText, Array.ConvertAll(Texts(count), t => new LocalizedText(t))),
            8 => Variant.FromArray(BuiltInType.Int32, Numbers(count)),
            10 => Variant.FromArray(BuiltInType.ExtensionObject, Arguments(count)),
            11 => Variant.FromArray(BuiltInType.ExtensionObject, EnumValues(count)),
            _ => throw new InvalidDataException($"namespace0.bin has a value of kind {kind}."),
        };
    }

    private string Text() => nodes.Strings[_reader.Number()];

    private string[] Texts(int count)
    {
        var texts = new string[count];
        for (var i = 0; i < count; i++)
            texts[i] = Text();
        return texts;
    }

    private int[] Numbers(int count)
    {
        var numbers = new int[count];
        for (var i = 0; i < count; i++)
            numbers[i] = _reader.Signed();
        return numbers;
    }

    private ExtensionObject[] Arguments(int count)
    {
        var arguments = new ExtensionObject[count];
        for (var i = 0; i < count; i++)
        {
            var argument = new Argument { Name = Text(), DataType = _reader.Number() };
            argument.ValueRank = VariableContent.ReadRank(ref _reader, out var dimensions);
            argument.ArrayDimensions = dimensions ?? [];
            arguments[i] = ExtensionObject.From(argument);
        }

        return arguments;
    }

    private ExtensionObject[] EnumValues(int count)
    {
        var values = new ExtensionObject[count];
        for (var i = 0; i < count; i++)
        {
            values[i] = ExtensionObject.From(
                new EnumValueType
                {
                    Value = _reader.Signed(),
                    DisplayName = new LocalizedText(Text()),
                    Description = Text() is { Length: > 0 } description ? new LocalizedText(description) : default,
                }
            );
        }

        return values;
    }

    private EUInformation Unit() =>
        new()
        {
            NamespaceUri = Text(),
            UnitId = _reader.Signed(),
            DisplayName = new LocalizedText(Text()),
            Description = new LocalizedText(Text()),
        };
}
