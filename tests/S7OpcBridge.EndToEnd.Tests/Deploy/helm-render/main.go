// Renders a Helm chart with Go's own templates, for machines without helm: the functions that the chart uses, and no others, so that a new one is noticed.
// usage: go run main.go CHART RELEASE < values.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"
)

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func scalar(value interface{}) string {
	text, err := json.Marshal(value)
	fail(err)
	return string(text)
}

// As blocks, like helm's toYaml: the chart puts it below keys of its own.
func toYaml(value interface{}) string {
	lines := []string{}
	switch typed := value.(type) {
	case map[string]interface{}:
		keys := []string{}
		for key := range typed {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		for _, key := range keys {
			lines = append(lines, entry(scalar(key)+":", typed[key]))
		}
	case []interface{}:
		for _, each := range typed {
			lines = append(lines, entry("-", each))
		}
	default:
		return scalar(value)
	}
	return strings.Join(lines, "\n")
}

func entry(head string, value interface{}) string {
	switch typed := value.(type) {
	case map[string]interface{}:
		if len(typed) == 0 {
			return head + " {}"
		}
	case []interface{}:
		if len(typed) == 0 {
			return head + " []"
		}
	default:
		return head + " " + scalar(value)
	}
	return head + nindent(2, toYaml(value))
}

func nindent(columns int, text string) string {
	blanks := strings.Repeat(" ", columns)
	return "\n" + blanks + strings.ReplaceAll(text, "\n", "\n"+blanks)
}

func isEmpty(value interface{}) bool {
	truth, _ := template.IsTrue(value)
	return !truth
}

func main() {
	chart := os.Args[1]
	var given map[string]interface{}
	fail(json.NewDecoder(os.Stdin).Decode(&given))
	release := map[string]interface{}{"Name": os.Args[2], "Namespace": "plant", "Service": "Helm"}
	data := map[string]interface{}{"Values": given["values"], "Chart": given["chart"], "Release": release}

	all := template.New("chart").Option("missingkey=error")
	all.Funcs(template.FuncMap{
		"include": func(name string, with interface{}) (string, error) {
			var text strings.Builder
			err := all.ExecuteTemplate(&text, name, with)
			return text.String(), err
		},
		"toYaml": toYaml, "nindent": nindent,
		"quote": func(value interface{}) string { return scalar(fmt.Sprint(value)) },
		"default": func(otherwise, value interface{}) interface{} {
			if isEmpty(value) {
				return otherwise
			}
			return value
		},
		"contains":   func(part, text string) bool { return strings.Contains(text, part) },
		"trimSuffix": func(end, text string) string { return strings.TrimSuffix(text, end) },
		"trunc": func(length int, text string) string {
			if len(text) > length {
				return text[:length]
			}
			return text
		},
	})
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	fail(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		fail(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		fail(err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasSuffix(name, ".yaml") {
			fmt.Println("---")
			fail(all.ExecuteTemplate(os.Stdout, name, data))
		} else if name == "NOTES.txt" {
			fail(all.ExecuteTemplate(os.Stderr, name, data))
		}
	}
}
