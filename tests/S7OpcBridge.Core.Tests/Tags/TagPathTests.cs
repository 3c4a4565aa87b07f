namespace S7OpcBridge.Core.Tests;

public class TagPathTests
{
    [TestCase("Speed", "", "Speed")]
    [TestCase("Motor/Speed", "Motor", "Speed")]
    [TestCase("Line/Motor[2]/Speed", "Line/Motor[2]", "Speed")]
    public void A_path_is_cut_before_its_last_level_and_put_together_again(string text, string folder, string leaf)
    {
        TagPath path = text;

        Assert.That(path, Is.EqualTo(new TagPath(folder, leaf)));
        Assert.That(path.ToString(), Is.EqualTo(text));
    }
}
