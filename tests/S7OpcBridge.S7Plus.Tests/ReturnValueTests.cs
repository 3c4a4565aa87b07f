namespace S7OpcBridge.S7Plus.Tests;

public sealed class ReturnValueTests
{
    // Source: lircy/S7CommPlusV3Driver issue 1, answer of a live S7-1500 to a wrong symbol CRC.
    [Test]
    public void The_code_of_a_return_value_is_its_low_word_with_sign()
    {
        var value = new S7PlusReturnValue(0x8009890012CBFFEF);
        Assert.Multiple(() =>
        {
            Assert.That(value.Code, Is.EqualTo(-17));
            Assert.That(value.IsError);
        });
    }
}
